package dev.headpond.runtime.ring;

import java.util.Arrays;

/// Where the events of one cut stand in the ring. Reused for every cut of a lane, so that a batch allocates nothing
/// once the arrays have grown to its size.
public final class RingBatch {
    private long[] positions = new long[64];
    private int[] lengths = new int[64];
    private int count;
    private long startPosition;
    private long payloadBytes;

    void startAt(long position) {
        startPosition = position;
        count = 0;
        payloadBytes = 0;
    }

    void add(long position, int length) {
        if (count == positions.length) {
            positions = Arrays.copyOf(positions, count * 2);
            lengths = Arrays.copyOf(lengths, count * 2);
        }
        positions[count] = position;
        lengths[count] = length;
        count++;
        payloadBytes += length;
    }

    public int count() {
        return count;
    }

    /// Payload bytes of all events.
    public long payloadBytes() {
        return payloadBytes;
    }

    /// Ring position at which the cut begins, padding included.
    public long startPosition() {
        return startPosition;
    }

    public long position(int event) {
        return positions[event];
    }

    public int length(int event) {
        return lengths[event];
    }
}
