package dev.headpond.runtime;

import dev.headpond.runtime.admission.EventSlices;
import java.nio.ByteBuffer;

/// Events that can be told apart and show when their bytes were overwritten: the number stands at both ends.
///
///     | number 8 | poison 8 (1 or 0) | filler | number 8 |
public final class TestEvents {
    public static final int BYTES_MIN = 24;

    private final ByteBuffer body = ByteBuffer.allocate(1 << 20);
    private final EventSlices slices = new EventSlices();

    public TestEvents clear() {
        body.clear();
        slices.reset(body);
        return this;
    }

    public TestEvents add(long number, int bytes, boolean poison) {
        int at = body.position();
        body.putLong(at, number).putLong(at + 8, poison ? 1 : 0).putLong(at + bytes - 8, number);
        body.position(at + bytes);
        slices.add(at, bytes);
        return this;
    }

    /// A request of `count` small events numbered from `first` on.
    public EventSlices request(long first, int count) {
        clear();
        for (int i = 0; i < count; i++) {
            add(first + i, BYTES_MIN, false);
        }
        return slices;
    }

    public EventSlices slices() {
        return slices;
    }

    /// The event's number; throws where its bytes are damaged.
    public static long number(ByteBuffer event) {
        long number = event.getLong(0);
        if (number != event.getLong(event.capacity() - 8)) {
            throw new AssertionError("event " + number + " was overwritten");
        }
        return number;
    }

    public static boolean poison(ByteBuffer event) {
        return event.getLong(8) == 1;
    }
}
