package dev.headpond.runtime.delivery;

import java.nio.ByteBuffer;

/// Where events go that the sink will never take.
public interface DeadLetters {
    /// Keeps one event. Called on the shard's thread; must not block it and must not throw.
    ///
    /// @param event the payload, read only; valid until this returns
    /// @param reason in plain words, with the sink's own
    void give(ByteBuffer event, String reason);
}
