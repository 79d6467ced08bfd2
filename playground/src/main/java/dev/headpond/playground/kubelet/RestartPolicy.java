package dev.headpond.playground.kubelet;

import org.jspecify.annotations.Nullable;

/// When a container that ended is started again.
enum RestartPolicy {
    ALWAYS,
    ON_FAILURE,
    NEVER;

    static RestartPolicy of(@Nullable String spec) {
        return switch (spec) {
            case "OnFailure" -> ON_FAILURE;
            case "Never" -> NEVER;
            case null, default -> ALWAYS;
        };
    }

    boolean restarts(int exitCode) {
        return switch (this) {
            case ALWAYS -> true;
            case ON_FAILURE -> exitCode != 0;
            case NEVER -> false;
        };
    }
}
