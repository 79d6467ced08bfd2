package dev.headpond.playground.cluster;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;

/// Since when a condition has had its present status; conditions carry that time and it must not move on its own.
public final class Transitions {
    private record Entry(String status, String since) {}

    private final InstantSource clock;
    private final Map<String, Entry> entries = new HashMap<>();

    public Transitions(InstantSource clock) {
        this.clock = clock;
    }

    public String since(String type, String status) {
        return entries.compute(
                        type,
                        (_, entry) -> entry != null && entry.status.equals(status)
                                ? entry
                                : new Entry(status, text(clock.instant())))
                .since;
    }

    /// The notation of Kubernetes: whole seconds, UTC.
    public static String text(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
