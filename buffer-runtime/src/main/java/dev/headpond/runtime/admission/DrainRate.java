package dev.headpond.runtime.admission;

/// How fast the ring empties of late: the ground of an honest `Retry-After` for want of room.
///
/// A moving mean over samples of the cumulative bytes that left the ring; a sample counts a fifth, so at ten samples a
/// second the guess follows within half a second.
public final class DrainRate {
    private static final double WEIGHT = 0.2;
    /// Said while nothing leaves the ring: long enough not to be hammered, short enough to notice a sink that is back.
    static final long UNKNOWN_NANOS = 5_000_000_000L;

    static final long LEAST_NANOS = 100_000_000L;
    static final long MOST_NANOS = 30_000_000_000L;

    private double bytesPerSecond;
    private long sampledBytes;
    private long sampledNanos;

    public DrainRate(long nowNanos) {
        sampledNanos = nowNanos;
    }

    /// @param leftBytes ring bytes freed since the start
    public void sample(long leftBytes, long nowNanos) {
        double seconds = (nowNanos - sampledNanos) / 1e9;
        if (seconds <= 0) {
            return;
        }
        bytesPerSecond += WEIGHT * ((leftBytes - sampledBytes) / seconds - bytesPerSecond);
        sampledBytes = leftBytes;
        sampledNanos = nowNanos;
    }

    /// Time in which so many bytes will have left, 0.1 to 30 s.
    public long nanosFor(long bytes) {
        if (bytesPerSecond < 1) {
            return UNKNOWN_NANOS;
        }
        return Math.clamp((long) (bytes / bytesPerSecond * 1e9), LEAST_NANOS, MOST_NANOS);
    }
}
