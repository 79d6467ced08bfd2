package dev.headpond.runtime.admission;

import java.nio.ByteBuffer;
import java.util.Arrays;

/// The valid events of one request, as slices of one buffer in the order in which they were sent.
///
/// The owner reuses one instance for every request of a shard, so nothing is allocated for each event. Layout: event
/// `i` is the bytes `[offset(i), offset(i) + length(i))` of `body`.
public final class EventSlices {
    private ByteBuffer body = ByteBuffer.allocate(0);
    private int[] offsets = new int[256];
    private int[] lengths = new int[256];
    private int count;
    private long bytes;

    /// Forgets what was there and reads from `body`, whose position and limit are not changed.
    public void reset(ByteBuffer body) {
        this.body = body;
        count = 0;
        bytes = 0;
    }

    /// Adds the event that stands at `offset`, an absolute index into the body.
    public void add(int offset, int length) {
        if (count == offsets.length) {
            offsets = Arrays.copyOf(offsets, count * 2);
            lengths = Arrays.copyOf(lengths, count * 2);
        }
        offsets[count] = offset;
        lengths[count] = length;
        count++;
        bytes += length;
    }

    public ByteBuffer body() {
        return body;
    }

    public int offset(int event) {
        return offsets[event];
    }

    public int length(int event) {
        return lengths[event];
    }

    public int count() {
        return count;
    }

    /// Payload bytes of all events together.
    public long bytes() {
        return bytes;
    }
}
