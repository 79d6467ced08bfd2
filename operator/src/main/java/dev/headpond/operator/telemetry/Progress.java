package dev.headpond.operator.telemetry;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/// Whether reconciling advances. It is stuck when a pass runs too long, or when one is asked for and does not begin;
/// to be idle is no fault.
public final class Progress {
    private final Duration limit;
    private final LongSupplier nanoClock;
    private final Map<String, Long> asked = new ConcurrentHashMap<>();
    private final Map<String, Long> running = new ConcurrentHashMap<>();

    /// @param limit longest time that a pass may take or be waited for; over the cap of the retry delay
    public Progress(Duration limit, LongSupplier nanoClock) {
        this.limit = limit;
        this.nanoClock = nanoClock;
    }

    /// A pass over this buffer is asked for.
    public void asked(String buffer) {
        asked.putIfAbsent(buffer, nanoClock.getAsLong());
    }

    public void began(String buffer) {
        asked.remove(buffer);
        running.put(buffer, nanoClock.getAsLong());
    }

    public void ended(String buffer) {
        running.remove(buffer);
    }

    /// The buffer is gone: nothing is expected of it any more.
    public void forget(String buffer) {
        asked.remove(buffer);
    }

    /// A buffer whose pass is overdue, or empty.
    public Optional<String> stuck() {
        long now = nanoClock.getAsLong();
        return Stream.concat(asked.entrySet().stream(), running.entrySet().stream())
                .filter(e -> now - e.getValue() > limit.toNanos())
                .map(Map.Entry::getKey)
                .findFirst();
    }
}
