package dev.headpond.operator.telemetry;

import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/// Whether reconciling advances. It is stuck when one pass runs too long, or when passes are asked for and none begins;
/// to be idle is no fault.
public final class Progress {
    private static final long NOTHING = Long.MIN_VALUE;

    private final Duration limit;
    private final LongSupplier nanoClock;
    private final Map<String, Long> running = new ConcurrentHashMap<>();
    private final AtomicLong askedSince = new AtomicLong(NOTHING);

    /// @param limit longest time that a pass may take or be waited for; over the cap of the retry delay
    public Progress(Duration limit, LongSupplier nanoClock) {
        this.limit = limit;
        this.nanoClock = nanoClock;
    }

    /// A pass is asked for.
    public void asked() {
        askedSince.compareAndSet(NOTHING, nanoClock.getAsLong());
    }

    public void began(String buffer) {
        askedSince.set(NOTHING);
        running.put(buffer, nanoClock.getAsLong());
    }

    public void ended(String buffer) {
        running.remove(buffer);
    }

    public boolean stuck() {
        return oldest().stream().anyMatch(since -> nanoClock.getAsLong() - since > limit.toNanos());
    }

    private OptionalLong oldest() {
        long asked = askedSince.get();
        var longest = running.values().stream().mapToLong(Long::longValue).min();
        if (asked == NOTHING) {
            return longest;
        }
        return OptionalLong.of(Math.min(asked, longest.orElse(asked)));
    }
}
