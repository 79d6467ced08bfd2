package dev.headpond.policy;

import java.util.Optional;

/// The ring that holds events until the sink has them.
///
/// @param capacity ring size in bytes
/// @param highWaterMarkPercent at this fill the ring flushes at once and new events are refused
/// @param lowWaterMarkPercent below this fill events are taken again
/// @param acknowledge what has happened before a producer is answered
/// @param journal the volume of a Journaled buffer; present exactly then
public record BufferPolicy(
        long capacity,
        int highWaterMarkPercent,
        int lowWaterMarkPercent,
        Acknowledge acknowledge,
        Optional<Journal> journal) {
    public enum Acknowledge {
        /// In the ring: survives a sink that is away, not a crash of the pod.
        Buffered,
        /// On the pod's volume: survives a crash of the pod.
        Journaled,
        /// In the sink.
        Delivered
    }

    /// @param size of the volume, in bytes
    /// @param storageClassName the volume's class, or empty for the cluster's default
    public record Journal(long size, Optional<String> storageClassName) {
        public Journal {
            Bounds.JOURNAL_BYTES.require("buffer.journal.size", size);
        }
    }

    public BufferPolicy {
        Bounds.RING_BYTES.require("buffer.capacity", capacity);
        Bounds.HIGH_WATER_PERCENT.require("buffer.highWaterMarkPercent", highWaterMarkPercent);
        Bounds.LOW_WATER_PERCENT.require("buffer.lowWaterMarkPercent", lowWaterMarkPercent);
    }

    /// Fill in bytes at and over which new events are refused.
    public long highWaterBytes() {
        return capacity / 100 * highWaterMarkPercent;
    }

    /// Fill in bytes under which events are taken again.
    public long lowWaterBytes() {
        return capacity / 100 * lowWaterMarkPercent;
    }
}
