package dev.headpond.runtime.admission;

/// Closed from the moment that the ring is filled to its high-water mark until it is under its low-water mark.
///
/// Two marks and not one, so that a ring that hangs at the mark does not answer yes and no by turns.
public final class HighWaterGate {
    private final long highWaterBytes;
    private final long lowWaterBytes;
    private boolean closed;

    public HighWaterGate(long highWaterBytes, long lowWaterBytes) {
        if (lowWaterBytes >= highWaterBytes) {
            throw new IllegalArgumentException("low-water mark " + lowWaterBytes + " must be under " + highWaterBytes);
        }
        this.highWaterBytes = highWaterBytes;
        this.lowWaterBytes = lowWaterBytes;
    }

    /// Looks at the ring's fill, after each change of it.
    public void filledTo(long depthBytes) {
        closed = closed ? depthBytes >= lowWaterBytes : depthBytes >= highWaterBytes;
    }

    /// Whether new events are refused.
    public boolean closed() {
        return closed;
    }

    public long highWaterBytes() {
        return highWaterBytes;
    }

    public long lowWaterBytes() {
        return lowWaterBytes;
    }
}
