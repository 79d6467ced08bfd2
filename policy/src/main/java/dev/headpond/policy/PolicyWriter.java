package dev.headpond.policy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.headpond.policy.SinkPolicy.Cassandra;
import dev.headpond.policy.SinkPolicy.Redis;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// The one canonical text of a [Policy]: fixed field order, shortest notation, every default spelled out. Its hash
/// names
/// the ConfigMap, so a change of this class rolls every pod of every user: a golden test holds it still.
public final class PolicyWriter {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private PolicyWriter() {}

    public static String write(Policy policy) {
        try {
            return PolicyReader.JSON
                            .writer(SerializationFeature.INDENT_OUTPUT)
                            .writeValueAsString(tree(policy))
                            .replace(System.lineSeparator(), "\n")
                    + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of texts and numbers is always JSON", e);
        }
    }

    /// Ten hexadecimal digits of the SHA-256 of a policy's text: enough for a name within one buffer.
    public static String hash(String policyJson) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(policyJson.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 5);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static ObjectNode tree(Policy p) {
        var root = NODES.objectNode().put("name", p.name());
        ingest(p.ingest(), root.putObject("ingest"));
        root.putObject("admission")
                .put("eventsPerSecond", p.admission().eventsPerSecond())
                .put("burst", p.admission().burst());
        buffer(p.buffer(), root.putObject("buffer"));
        root.putObject("batch")
                .put("maxEvents", p.batch().maxEvents())
                .put("maxBytes", ByteSize.format(p.batch().maxBytes()))
                .put("maxDelay", Durations.format(p.batch().maxDelay()));
        root.putObject("retry")
                .put("initialBackoff", Durations.format(p.retry().initialBackoff()))
                .put("maxBackoff", Durations.format(p.retry().maxBackoff()))
                .put("multiplier", p.retry().multiplier())
                .put("jitter", p.retry().jitter().name())
                .put("budgetPercent", p.retry().budgetPercent());
        p.deadLetter().ifPresent(d -> root.putObject("deadLetter").put("redisStream", d.redisStream()));
        sink(p.sink(), root.putObject("sink"));
        return root;
    }

    private static void ingest(IngestPolicy ingest, ObjectNode to) {
        to.put("port", ingest.port())
                .put("maxRequestBytes", ByteSize.format(ingest.maxRequestBytes()))
                .put("maxEventBytes", ByteSize.format(ingest.maxEventBytes()))
                .put("idleTimeout", Durations.format(ingest.idleTimeout()));
        ingest.tlsSecret().ifPresent(name -> to.putObject("tls").put("secretName", name));
        ingest.bearerToken().ifPresent(key -> secret(key, to.putObject("auth").putObject("bearerTokenSecret")));
    }

    private static void buffer(BufferPolicy buffer, ObjectNode to) {
        to.put("capacity", ByteSize.format(buffer.capacity()))
                .put("highWaterMarkPercent", buffer.highWaterMarkPercent())
                .put("lowWaterMarkPercent", buffer.lowWaterMarkPercent())
                .put("acknowledge", buffer.acknowledge().name());
        buffer.journal().ifPresent(journal -> {
            var node = to.putObject("journal").put("size", ByteSize.format(journal.size()));
            journal.storageClassName().ifPresent(name -> node.put("storageClassName", name));
        });
    }

    private static void sink(SinkPolicy sink, ObjectNode to) {
        to.put("lanes", sink.lanes())
                .put("requestTimeout", Durations.format(sink.requestTimeout()))
                .put("idleTimeout", Durations.format(sink.idleTimeout()));
        sink.maxEventsPerSecond().ifPresent(v -> to.put("maxEventsPerSecond", v));
        switch (sink.target()) {
            case Redis redis -> redis(redis, to.putObject("redis"));
            case Cassandra cassandra -> cassandra(cassandra, to.putObject("cassandra"));
        }
    }

    private static void redis(Redis redis, ObjectNode to) {
        to.put("uri", redis.uri()).put("stream", redis.stream());
        redis.maxLength().ifPresent(v -> to.put("maxLength", v));
        redis.username().ifPresent(v -> to.put("username", v));
        redis.password().ifPresent(key -> secret(key, to.putObject("passwordSecret")));
        to.put("durability", redis.durability().name());
    }

    private static void cassandra(Cassandra cassandra, ObjectNode to) {
        var points = to.putArray("contactPoints");
        cassandra.contactPoints().forEach(points::add);
        to.put("localDatacenter", cassandra.localDatacenter())
                .put("keyspace", cassandra.keyspace())
                .put("table", cassandra.table())
                .put("mapping", cassandra.mapping().name())
                .put("consistency", cassandra.consistency());
        cassandra.credentialsSecret().ifPresent(v -> to.put("credentialsSecret", v));
    }

    private static void secret(SecretKey key, ObjectNode to) {
        to.put("name", key.name()).put("key", key.key());
    }
}
