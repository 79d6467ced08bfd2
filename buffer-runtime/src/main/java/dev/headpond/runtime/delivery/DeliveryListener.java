package dev.headpond.runtime.delivery;

import dev.headpond.runtime.sink.Outcome;

/// Sees what delivery does, for histograms. Called on the shard's thread.
public interface DeliveryListener {
    /// A batch was taken from the ring.
    void batchCut(int events, long payloadBytes);

    /// An attempt ended.
    ///
    /// @param nanos from the write to the answer
    void sinkAnswered(long nanos, Outcome outcome);

    /// Listens to nothing.
    DeliveryListener NONE = new DeliveryListener() {
        @Override
        public void batchCut(int events, long payloadBytes) {}

        @Override
        public void sinkAnswered(long nanos, Outcome outcome) {}
    };
}
