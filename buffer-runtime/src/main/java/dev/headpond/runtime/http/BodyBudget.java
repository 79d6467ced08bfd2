package dev.headpond.runtime.http;

import dev.headpond.policy.IngestPolicy;

/// Bounds the memory of bodies that are still arriving, over all connections: admission counts events only when they
/// are complete, and a thousand slow producers must not take what the ring was promised.
final class BodyBudget {
    /// Enough for a thousand requests of 100 events at once; never under two of the largest requests.
    private static final long BODIES_BYTES_MIN = 32L << 20;

    private final long bytesMax;
    private long reserved;

    BodyBudget(IngestPolicy ingest) {
        this(bytesMax(ingest));
    }

    BodyBudget(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    static long bytesMax(IngestPolicy ingest) {
        return Math.max(BODIES_BYTES_MIN, 2 * ingest.maxRequestBytes());
    }

    boolean reserve(long bytes) {
        if (reserved + bytes > bytesMax) {
            return false;
        }
        reserved += bytes;
        return true;
    }

    void release(long bytes) {
        assert bytes <= reserved : bytes + " of " + reserved;
        reserved -= bytes;
    }

    long reserved() {
        return reserved;
    }
}
