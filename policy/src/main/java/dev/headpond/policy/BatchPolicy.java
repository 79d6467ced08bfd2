package dev.headpond.policy;

import java.time.Duration;

/// When a batch is cut.
///
/// @param maxEvents most events in one write to the sink
/// @param maxBytes most payload bytes in one write to the sink
/// @param maxDelay longest time that an event waits for others while a lane is busy
public record BatchPolicy(int maxEvents, long maxBytes, Duration maxDelay) {
    public BatchPolicy {
        Bounds.BATCH_EVENTS.require("batch.maxEvents", maxEvents);
        Bounds.BATCH_BYTES.require("batch.maxBytes", maxBytes);
        Bounds.BATCH_DELAY.require("batch.maxDelay", maxDelay);
    }
}
