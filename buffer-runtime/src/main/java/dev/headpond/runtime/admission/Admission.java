package dev.headpond.runtime.admission;

import org.jspecify.annotations.Nullable;

/// Decides for a whole request, cheapest and most lasting reason first: not serving, never, no room, too fast.
///
/// Room is looked at before tokens: a request that is refused for want of room has taken nothing from the bucket.
public final class Admission {
    /// Whether the door is open at all.
    public enum Door {
        STARTING,
        OPEN,
        DRAINING
    }

    /// What the ring says of a request, in ring bytes.
    ///
    /// @param depthBytes held now
    /// @param claimBytes that the request would add, with headers and padding
    /// @param capacityBytes size of the ring
    /// @param recordBytes at most, of the request's events without padding between them
    /// @param paddingBytesMax at most, that a page's end can cost
    public record Room(long depthBytes, long claimBytes, long capacityBytes, long recordBytes, long paddingBytesMax) {
        boolean fits() {
            return depthBytes + claimBytes <= capacityBytes;
        }

        /// Records that an empty ring holds wherever its positions stand.
        long recordBytesMax() {
            return capacityBytes - paddingBytesMax;
        }

        boolean neverFits() {
            return recordBytes > recordBytesMax();
        }
    }

    private final TokenBucket bucket;
    private final HighWaterGate gate;
    private final DrainRate drain;
    private Door door = Door.STARTING;

    public Admission(TokenBucket bucket, HighWaterGate gate, DrainRate drain) {
        this.bucket = bucket;
        this.gate = gate;
        this.drain = drain;
    }

    public void door(Door door) {
        this.door = door;
    }

    public Door door() {
        return door;
    }

    /// A refusal, or null after the tokens were taken.
    public @Nullable Verdict refusal(int events, Room room, long nowNanos) {
        var refusal = standing(room.depthBytes);
        if (door != Door.OPEN) {
            return refusal;
        }
        if (events > bucket.burst() || room.neverFits()) {
            return new Verdict.NeverFits(eventsMax(events, room));
        }
        if (refusal != null) {
            return refusal;
        }
        if (!room.fits()) {
            long over = room.depthBytes + room.claimBytes - room.capacityBytes;
            return new Verdict.OverHighWater(drain.nanosFor(over));
        }
        long wait = bucket.waitNanos(events, nowNanos);
        if (wait > 0) {
            return new Verdict.RateLimited(wait);
        }
        bucket.take(events, nowNanos);
        return null;
    }

    /// A refusal that needs no look at the events, or null. Takes no tokens.
    ///
    /// @param eventsGuess how many events the request seems to hold, at least 1
    public @Nullable Verdict refusalBeforeBody(long eventsGuess, long depthBytes, long nowNanos) {
        var refusal = standing(depthBytes);
        if (refusal != null || bucket.waitNanos(1, nowNanos) == 0) {
            return refusal;
        }
        return new Verdict.RateLimited(bucket.waitNanos(Math.clamp(eventsGuess, 1, bucket.burst()), nowNanos));
    }

    private @Nullable Verdict standing(long depthBytes) {
        return switch (door) {
            case STARTING -> new Verdict.NotServing(false);
            case DRAINING -> new Verdict.NotServing(true);
            case OPEN ->
                gate.closed() ? new Verdict.OverHighWater(drain.nanosFor(depthBytes - gate.lowWaterBytes() + 1)) : null;
        };
    }

    /// The smaller of both limits, counted in events like this request's.
    private long eventsMax(int events, Room room) {
        double share = Math.min(1, (double) room.recordBytesMax() / room.recordBytes);
        long byBytes = room.neverFits() ? Math.max(1, (long) (events * share)) : Long.MAX_VALUE;
        return Math.min(bucket.burst(), byBytes);
    }
}
