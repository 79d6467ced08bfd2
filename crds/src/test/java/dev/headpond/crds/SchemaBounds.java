package dev.headpond.crds;

import dev.headpond.policy.Bounds;
import dev.headpond.policy.ByteSize;
import dev.headpond.policy.Durations;
import dev.headpond.policy.Limit;
import dev.headpond.policy.Ratio;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/// What each field of a spec may hold, for itself: every number comes from [Bounds].
final class SchemaBounds {
    /// As [ByteSize] reads them.
    private static final String SIZE = "^[0-9]{1,19}(\\.[0-9]{1,9})?(k|M|G|T|Ki|Mi|Gi|Ti)?$";

    private static final String OBJECT_NAME = "^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$";
    private static final String IDENTIFIER = "^[a-zA-Z][a-zA-Z0-9_]{0,47}$";
    private static final long SECOND = 1_000_000_000L;

    /// Path in the spec → bound, for whole numbers.
    static final Map<String, Limit> NUMBERS = numbers();

    /// Path in the spec → bound, for sizes.
    static final Map<String, Limit> SIZES = sizes();

    /// Path in the spec → bound, for durations.
    static final Map<String, Limit> DURATIONS = durations();

    private SchemaBounds() {}

    private static Map<String, Limit> numbers() {
        var map = new LinkedHashMap<String, Limit>();
        map.put("ingest.port", Bounds.PORT);
        map.put("admission.eventsPerSecond", Bounds.EVENTS_PER_SECOND);
        map.put("admission.burst", Bounds.BURST);
        map.put("buffer.highWaterMarkPercent", Bounds.HIGH_WATER_PERCENT);
        map.put("buffer.lowWaterMarkPercent", Bounds.LOW_WATER_PERCENT);
        map.put("batch.maxEvents", Bounds.BATCH_EVENTS);
        map.put("retry.multiplier", Bounds.BACKOFF_MULTIPLIER);
        map.put("retry.budgetPercent", Bounds.RETRY_BUDGET_PERCENT);
        map.put("sink.lanes", Bounds.LANES);
        map.put("sink.maxEventsPerSecond", Bounds.SINK_EVENTS_PER_SECOND);
        map.put("sink.redis.maxLength", Bounds.STREAM_LENGTH);
        map.put("scaling.replicas", Bounds.REPLICAS);
        map.put("scaling.minReplicas", Bounds.REPLICAS);
        map.put("scaling.maxReplicas", Bounds.REPLICAS);
        map.put("scaling.targetQueueDepthPercent", Bounds.TARGET_DEPTH_PERCENT);
        for (var direction : new String[] {"scaleUp", "scaleDown"}) {
            var path = "scaling.behavior." + direction + ".";
            map.put(path + "stabilizationWindowSeconds", seconds(Bounds.STABILIZATION));
            map.put(path + "policies[].value", Bounds.POLICY_VALUE);
            map.put(path + "policies[].periodSeconds", seconds(Bounds.POLICY_PERIOD));
        }
        return map;
    }

    private static Limit seconds(Limit nanos) {
        return new Limit(nanos.min() / SECOND, nanos.max() / SECOND, Limit.Unit.COUNT);
    }

    private static Map<String, Limit> sizes() {
        var map = new LinkedHashMap<String, Limit>();
        map.put("ingest.maxRequestBytes", Bounds.REQUEST_BYTES_MAX);
        map.put("ingest.maxEventBytes", Bounds.EVENT_BYTES_MAX);
        map.put("buffer.capacity", Bounds.RING_BYTES);
        map.put("buffer.journal.size", Bounds.JOURNAL_BYTES);
        map.put("batch.maxBytes", Bounds.BATCH_BYTES);
        return map;
    }

    private static Map<String, Limit> durations() {
        var map = new LinkedHashMap<String, Limit>();
        map.put("ingest.idleTimeout", Bounds.INGEST_IDLE_TIMEOUT);
        map.put("batch.maxDelay", Bounds.BATCH_DELAY);
        map.put("retry.initialBackoff", Bounds.BACKOFF);
        map.put("retry.maxBackoff", Bounds.BACKOFF);
        map.put("sink.requestTimeout", Bounds.SINK_REQUEST_TIMEOUT);
        map.put("sink.idleTimeout", Bounds.SINK_IDLE_TIMEOUT);
        return map;
    }

    static void addTo(Schema spec) {
        NUMBERS.forEach((path, limit) -> number(spec.at(path), limit));
        SIZES.forEach((path, limit) -> size(spec.at(path), limit));
        DURATIONS.forEach((path, limit) -> duration(spec.at(path), limit));
        spec.at("scaling.maxRateLimitedRatio")
                .text(Ratio.PATTERN, 11)
                .rule("double(self.substring(0, self.size() - 1)) <= 100.0", "must be a percentage, 0%..100%");
        texts(spec);
        formats(spec);
        required(spec);
    }

    private static void number(Schema field, Limit limit) {
        field.put("minimum", limit.min())
                .put("maximum", limit.max())
                .put("format", limit.max() <= Integer.MAX_VALUE ? "int32" : "int64");
    }

    private static void size(Schema field, Limit limit) {
        var min = ByteSize.format(limit.min());
        var max = ByteSize.format(limit.max());
        field.text(SIZE, 32)
                .rule(
                        "quantity(string(self)).compareTo(quantity('%s')) >= 0 && quantity(string(self)).compareTo(quantity('%s')) <= 0"
                                .formatted(min, max),
                        "must be a size of " + min + ".." + max);
    }

    private static void duration(Schema field, Limit limit) {
        var min = Durations.format(Duration.ofNanos(limit.min()));
        var max = Durations.format(Duration.ofNanos(limit.max()));
        field.text(Durations.PATTERN, 84)
                .rule(
                        "duration(self) >= duration('%s') && duration(self) <= duration('%s')".formatted(min, max),
                        "must be a duration of " + min + ".." + max + ", like 5ms or 2s");
    }

    /// Numbers of the Kubernetes API, whose bounds are the API server's business when the pods are made.
    private static void formats(Schema spec) {
        spec.at("pod.tolerations[].tolerationSeconds").put("format", "int64");
        spec.at("pod.topologySpreadConstraints[].maxSkew").put("format", "int32");
        spec.at("pod.topologySpreadConstraints[].minDomains").put("format", "int32");
    }

    private static void texts(Schema spec) {
        for (var path : new String[] {"ingest.auth.bearerTokenSecret", "sink.redis.passwordSecret"}) {
            spec.at(path + ".name").text(OBJECT_NAME, 253);
            spec.at(path + ".key").text("^[-._a-zA-Z0-9]{1,253}$", 253);
        }
        spec.at("ingest.tls.secretName").text(OBJECT_NAME, 253);
        spec.at("buffer.journal.storageClassName").text(OBJECT_NAME, 253);
        spec.at("deadLetter.redisStream").text(512);
        spec.at("sink.redis.uri").text("^rediss?://[^@/\\s]{1,255}(/[0-9]{1,4})?$", 300);
        spec.at("sink.redis.stream").text(512);
        spec.at("sink.redis.username").text("^[^\\s]{1,256}$", 256);
        spec.at("sink.cassandra.contactPoints").put("minItems", 1).put("maxItems", 64);
        spec.at("sink.cassandra.contactPoints[]").text("^[^\\s:]{1,253}(:[0-9]{1,5})?$", 259);
        spec.at("sink.cassandra.localDatacenter").text("^[^\\s]{1,64}$", 64);
        spec.at("sink.cassandra.keyspace").text(IDENTIFIER, 48);
        spec.at("sink.cassandra.table").text(IDENTIFIER, 48);
        spec.at("sink.cassandra.consistency").text("^[A-Z_]{1,16}$", 16);
        spec.at("sink.cassandra.credentialsSecret").text(OBJECT_NAME, 253);
        spec.at("pod.priorityClassName").text(OBJECT_NAME, 253);
        spec.at("pod.serviceAccountName").text(OBJECT_NAME, 253);
    }

    private static void required(Schema spec) {
        spec.required("sink");
        spec.at("ingest.tls").required("secretName");
        spec.at("ingest.auth").required("bearerTokenSecret");
        spec.at("ingest.auth.bearerTokenSecret").required("name", "key");
        spec.at("deadLetter").required("redisStream");
        spec.at("sink.redis").required("uri", "stream");
        spec.at("sink.redis.passwordSecret").required("name", "key");
        spec.at("sink.cassandra").required("contactPoints", "localDatacenter", "keyspace", "table");
        spec.at("pod.topologySpreadConstraints[]").required("maxSkew", "topologyKey", "whenUnsatisfiable");
        selector(spec.at("placement.near"));
        selector(spec.at("pod.topologySpreadConstraints[].labelSelector"));
    }

    private static void selector(Schema selector) {
        selector.at("matchExpressions[]").required("key", "operator");
        selector.node().put("x-kubernetes-map-type", "atomic");
    }
}
