package dev.headpond.playground.apiserver;

import java.time.Duration;

/// Bounds of the server.
///
/// @param logChangesMax how many changes a watcher may lag behind before it must list again
/// @param watchersMax how many watches and followed logs run at a time; more are refused with 429
/// @param logPollInterval how often a followed log is looked at
public record Limits(int logChangesMax, int watchersMax, Duration logPollInterval) {
    public static final Limits DEFAULT = new Limits(4096, 500, Duration.ofMillis(200));

    public Limits {
        if (logChangesMax < 1 || watchersMax < 1) {
            throw new IllegalArgumentException("limits must be at least 1");
        }
    }
}
