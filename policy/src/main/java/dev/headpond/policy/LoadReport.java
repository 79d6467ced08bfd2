package dev.headpond.policy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import java.util.Map;
import java.util.Optional;

/// What a pod says of itself at `GET :9090/load`. All figures are cumulative since `epoch`, so that the mean over any
/// window is the difference of two reports divided by their distance in `uptimeSeconds`, however rarely they are read.
///
/// Conservation law, true in every report:
/// `events.accepted = events.delivered + events.deadLettered + sum(events.lost) + depth.events`.
///
/// @param epoch new for each start of the process: counters of different epochs are not comparable
/// @param uptimeSeconds the report's own time, on the pod's monotonic clock
/// @param state whether the door is open
/// @param events what happened to events
/// @param depth what waits now
/// @param batches writes to the sink
/// @param integrals time integrals, for exact means
/// @param sink what the sink looks like from here
public record LoadReport(
        String epoch,
        double uptimeSeconds,
        State state,
        Events events,
        Depth depth,
        Batches batches,
        Integrals integrals,
        SinkView sink) {
    public enum State {
        STARTING,
        SERVING,
        DRAINING
    }

    /// offered = accepted + rateLimited + overHighWater + draining + invalid.
    ///
    /// @param accepted taken into the ring
    /// @param rateLimited refused by the token bucket (429)
    /// @param overHighWater refused for want of room (429)
    /// @param draining refused because the pod is starting or stopping (503)
    /// @param invalid refused because they are no valid events (400, 413, or listed in a 202)
    /// @param delivered acknowledged by the sink
    /// @param deadLettered given up and written to the dead letter
    /// @param lost accepted and gone, by reason; empty but for a Buffered pod that had to stop
    public record Events(
            long accepted,
            long rateLimited,
            long overHighWater,
            long draining,
            long invalid,
            long delivered,
            long deadLettered,
            Map<String, Long> lost) {
        public Events {
            lost = Map.copyOf(lost);
        }

        public long offered() {
            return accepted + rateLimited + overHighWater + draining + invalid;
        }
    }

    /// @param events accepted and not yet delivered
    /// @param bytes ring bytes that they hold
    /// @param capacityBytes size of the ring
    public record Depth(long events, long bytes, long capacityBytes) {}

    /// @param firstAttempts batches written for the first time
    /// @param attempts all writes; attempts / firstAttempts is the amplification
    /// @param delivered batches that the sink acknowledged
    /// @param failed attempts that were answered with anything else, or not at all
    public record Batches(long firstAttempts, long attempts, long delivered, long failed) {}

    /// @param depthByteSeconds integral of `depth.bytes`
    /// @param depthEventSeconds integral of `depth.events`
    /// @param overHighWaterSeconds time in which new events were refused for want of room
    /// @param laneBusySeconds time with a batch in flight, summed over lanes
    /// @param sinkLatencySeconds sum of the answer times of all attempts that were answered
    /// @param sinkAnswers number of those attempts
    public record Integrals(
            double depthByteSeconds,
            double depthEventSeconds,
            double overHighWaterSeconds,
            double laneBusySeconds,
            double sinkLatencySeconds,
            long sinkAnswers) {}

    /// @param lanes writers of this pod
    /// @param health what the last outcomes say
    /// @param reason the last failure in plain words, or empty while healthy
    public record SinkView(int lanes, Health health, String reason) {
        public enum Health {
            OK,
            /// Attempts fail and are repeated.
            FAILING,
            /// Repeating will not help until a person changes something: password, key type, table.
            MISCONFIGURED
        }
    }

    private static final ObjectReader READER = PolicyReader.JSON
            .readerFor(LoadReport.class)
            .without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .with(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .with(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .with(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES);

    public String toJson() {
        try {
            return PolicyReader.JSON.writeValueAsString(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a record of numbers is always JSON", e);
        }
    }

    /// Reads a pod's answer; empty where it is no report. Fields that a newer pod adds are ignored.
    public static Optional<LoadReport> parse(String json) {
        try {
            return Optional.ofNullable(READER.readValue(json));
        } catch (JsonProcessingException _) {
            return Optional.empty();
        }
    }
}
