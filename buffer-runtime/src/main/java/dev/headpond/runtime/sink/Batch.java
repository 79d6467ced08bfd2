package dev.headpond.runtime.sink;

import java.nio.ByteBuffer;

/// Events that are written together, read only and in order. The bytes stay in the ring: they are not copied.
public interface Batch {
    /// Number of events, at least 1.
    int count();

    /// Payload bytes of all events.
    long bytes();

    /// The payload of event `index`, as a view that is valid until the write ends.
    ByteBuffer event(int index);
}
