package dev.headpond.policy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// The database behind the buffer.
///
/// @param lanes writers of one pod, each with at most one batch in flight; 1 keeps the order of a whole pod
/// @param requestTimeout longest wait for an answer; over it the outcome is ambiguous and the batch is repeated
/// @param idleTimeout a silent connection with a request in flight is given up after this time and made anew
/// @param maxEventsPerSecond what all pods together may write, or empty for no limit
/// @param target which database, and how events are written to it
public record SinkPolicy(
        int lanes, Duration requestTimeout, Duration idleTimeout, OptionalLong maxEventsPerSecond, Target target) {
    public SinkPolicy {
        Bounds.LANES.require("sink.lanes", lanes);
        Bounds.SINK_REQUEST_TIMEOUT.require("sink.requestTimeout", requestTimeout);
        Bounds.SINK_IDLE_TIMEOUT.require("sink.idleTimeout", idleTimeout);
        maxEventsPerSecond.ifPresent(v -> Bounds.SINK_EVENTS_PER_SECOND.require("sink.maxEventsPerSecond", v));
    }

    public sealed interface Target {}

    /// Entries of a Redis stream, one an event.
    ///
    /// @param uri `redis://host:port[/db]` or `rediss://` for TLS, without credentials
    /// @param stream key of the stream
    /// @param maxLength entries kept (trimmed approximately, once a batch), or empty to keep all
    /// @param username ACL user, or empty for the default user
    /// @param password where the password stands, or empty for none
    /// @param durability what Redis has done before a batch counts as delivered
    public record Redis(
            String uri,
            String stream,
            OptionalLong maxLength,
            Optional<String> username,
            Optional<SecretKey> password,
            Durability durability)
            implements Target {
        public enum Durability {
            /// Redis answered.
            Memory,
            /// The entry stands in the append-only file of the primary (WAITAOF, Redis 7.2 or Valkey).
            AppendOnlyFile
        }

        public Redis {
            maxLength.ifPresent(v -> Bounds.STREAM_LENGTH.require("sink.redis.maxLength", v));
        }
    }

    /// Rows of a Cassandra table, one an event.
    public record Cassandra(
            List<String> contactPoints,
            String localDatacenter,
            String keyspace,
            String table,
            Mapping mapping,
            String consistency,
            Optional<String> credentialsSecret)
            implements Target {
        public enum Mapping {
            /// id, time and the event as bytes.
            Envelope,
            /// `INSERT JSON`: the event's fields are columns.
            Json
        }

        public Cassandra {
            contactPoints = List.copyOf(contactPoints);
        }
    }
}
