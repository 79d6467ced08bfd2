package dev.headpond.operator.observe;

import java.time.Duration;

/// @param period distance of two rounds for one buffer
/// @param timeout longest wait for a pod's whole answer; no longer than the period, so that rounds do
///     not pile up
/// @param requestsMax requests in flight at a time, over all buffers
/// @param bytesMax longest answer that is read
public record ReaderSettings(Duration period, Duration timeout, int requestsMax, int bytesMax) {
    public static final ReaderSettings PRODUCTION =
            new ReaderSettings(Duration.ofSeconds(5), Duration.ofSeconds(2), 64, 64 << 10);
    /// Goes with the decider's faster clocks for trying out on one machine.
    public static final ReaderSettings PLAYGROUND =
            new ReaderSettings(Duration.ofSeconds(1), Duration.ofMillis(500), 64, 64 << 10);

    public ReaderSettings {
        if (!timeout.isPositive() || timeout.compareTo(period) > 0) {
            throw new IllegalArgumentException(
                    "timeout: " + timeout + " must be over 0 and at most the period " + period);
        }
        if (requestsMax < 1 || bytesMax < 1) {
            throw new IllegalArgumentException("requestsMax and bytesMax must be at least 1");
        }
    }
}
