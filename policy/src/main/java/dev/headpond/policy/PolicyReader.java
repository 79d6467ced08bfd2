package dev.headpond.policy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.headpond.policy.BufferPolicy.Acknowledge;
import dev.headpond.policy.BufferPolicy.Journal;
import dev.headpond.policy.RetryPolicy.Jitter;
import dev.headpond.policy.SinkPolicy.Cassandra;
import dev.headpond.policy.SinkPolicy.Redis;
import dev.headpond.policy.SinkPolicy.Redis.Durability;
import dev.headpond.policy.SinkPolicy.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Strict reading of a [Policy]: from `policy.json`, or from the sections of a `spec` that hold the same fields.
/// Defaults are applied here and nowhere else.
public final class PolicyReader {
    static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .build();

    private static final String NAME = "[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?";
    private static final String KEY = "[-._a-zA-Z0-9]{1,253}";

    private PolicyReader() {}

    /// Reads a `policy.json`.
    public static Reading<Policy> parse(String json) {
        JsonNode tree;
        try {
            tree = JSON.readTree(json);
        } catch (JsonProcessingException e) {
            var where =
                    e.getLocation() == null ? "" : " at line " + e.getLocation().getLineNr();
            return new Reading.Invalid<>(
                    List.of(new Problem("document", "not JSON" + where, "(" + e.getOriginalMessage() + ")")));
        }
        var problems = new ArrayList<Problem>();
        var document = Fields.root(tree, problems);
        var name = document.text("name", "", "[^\\s]{1,317}", "must name the buffer as namespace/name");
        return read(name, document, problems, true);
    }

    /// Reads the sections that a `spec` shares with `policy.json`; fields of other sections are left alone.
    ///
    /// @param name `namespace/name` of the buffer
    /// @param spec the whole spec as a tree
    public static Reading<Policy> ofSpec(String name, JsonNode spec) {
        var problems = new ArrayList<Problem>();
        return read(name, Fields.root(spec, problems), problems, false);
    }

    private static Reading<Policy> read(String name, Fields document, List<Problem> problems, boolean whole) {
        var batch = batch(document.object("batch"));
        var ingest = ingest(document.object("ingest"));
        var admission = admission(document.object("admission"), batch);
        var buffer = buffer(document.object("buffer"));
        var retry = retry(document.object("retry"));
        var deadLetter = document.optional("deadLetter", PolicyReader::deadLetter);
        var sink = sink(document.object("sink"));
        if (whole) {
            document.refuseUnknown();
        }
        if (problems.isEmpty()) {
            problems.addAll(Rules.broken(ingest, admission, buffer, batch, retry));
        }
        return problems.isEmpty()
                ? new Reading.Valid<>(new Policy(name, ingest, admission, buffer, batch, retry, deadLetter, sink))
                : new Reading.Invalid<>(problems);
    }

    private static IngestPolicy ingest(Fields f) {
        var policy = new IngestPolicy(
                f.small("port", 8080, Bounds.PORT),
                f.bytes("maxRequestBytes", "4Mi", Bounds.REQUEST_BYTES_MAX),
                f.bytes("maxEventBytes", "256Ki", Bounds.EVENT_BYTES_MAX),
                f.duration("idleTimeout", "75s", Bounds.INGEST_IDLE_TIMEOUT),
                f.optional("tls", PolicyReader::tlsSecret),
                f.optional("auth", PolicyReader::bearerToken));
        f.refuseUnknown();
        return policy;
    }

    private static String tlsSecret(Fields f) {
        var name = f.text("secretName", "", NAME, "must name a Secret with tls.crt and tls.key");
        f.refuseUnknown();
        return name;
    }

    private static SecretKey bearerToken(Fields f) {
        var key = secretKey(f.object("bearerTokenSecret"));
        f.refuseUnknown();
        return key;
    }

    private static SecretKey secretKey(Fields f) {
        var key = new SecretKey(
                f.text("name", "", NAME, "must name a Secret in the buffer's namespace"),
                f.text("key", "", KEY, "must be a key of that Secret"));
        f.refuseUnknown();
        return key;
    }

    /// The default burst is half a second's worth, but never outside of its own bounds.
    private static AdmissionPolicy admission(Fields f, BatchPolicy batch) {
        long rate = f.whole("eventsPerSecond", 12_000, Bounds.EVENTS_PER_SECOND);
        long burst = Math.clamp(rate / 2, Math.min(batch.maxEvents(), rate * 10), rate * 10);
        var policy = new AdmissionPolicy(rate, f.whole("burst", burst, Bounds.BURST));
        f.refuseUnknown();
        return policy;
    }

    private static BufferPolicy buffer(Fields f) {
        int high = f.small("highWaterMarkPercent", 80, Bounds.HIGH_WATER_PERCENT);
        var policy = new BufferPolicy(
                f.bytes("capacity", "128Mi", Bounds.RING_BYTES),
                high,
                f.small("lowWaterMarkPercent", Math.max(5, high - 10), Bounds.LOW_WATER_PERCENT),
                f.oneOf("acknowledge", Acknowledge.Buffered),
                f.optional("journal", PolicyReader::journal));
        f.refuseUnknown();
        return policy;
    }

    private static Journal journal(Fields f) {
        var journal = new Journal(
                f.bytes("size", "10Gi", Bounds.JOURNAL_BYTES),
                f.optionalText("storageClassName", NAME, "must be the name of a StorageClass"));
        f.refuseUnknown();
        return journal;
    }

    private static BatchPolicy batch(Fields f) {
        var policy = new BatchPolicy(
                f.small("maxEvents", 200, Bounds.BATCH_EVENTS),
                f.bytes("maxBytes", "2Mi", Bounds.BATCH_BYTES),
                f.duration("maxDelay", "5ms", Bounds.BATCH_DELAY));
        f.refuseUnknown();
        return policy;
    }

    private static RetryPolicy retry(Fields f) {
        var policy = new RetryPolicy(
                f.duration("initialBackoff", "50ms", Bounds.BACKOFF),
                f.duration("maxBackoff", "500ms", Bounds.BACKOFF),
                f.small("multiplier", 2, Bounds.BACKOFF_MULTIPLIER),
                f.oneOf("jitter", Jitter.Full),
                f.small("budgetPercent", 10, Bounds.RETRY_BUDGET_PERCENT));
        f.refuseUnknown();
        return policy;
    }

    private static DeadLetterPolicy deadLetter(Fields f) {
        var policy = new DeadLetterPolicy(f.text("redisStream", "", ".{1,512}", "must be the key of a Redis stream"));
        f.refuseUnknown();
        return policy;
    }

    private static SinkPolicy sink(Fields f) {
        var redis = f.optional("redis", PolicyReader::redis);
        var cassandra = f.optional("cassandra", PolicyReader::cassandra);
        if (redis.isPresent() == cassandra.isPresent()) {
            f.problem(redis.isPresent() ? "two sinks" : "nothing", "must be exactly one of redis and cassandra");
        }
        var policy = new SinkPolicy(
                f.small("lanes", 4, Bounds.LANES),
                f.duration("requestTimeout", "2s", Bounds.SINK_REQUEST_TIMEOUT),
                f.duration("idleTimeout", "2s", Bounds.SINK_IDLE_TIMEOUT),
                f.optionalWhole("maxEventsPerSecond", Bounds.SINK_EVENTS_PER_SECOND),
                redis.map(Target.class::cast).or(() -> cassandra).orElse(NO_TARGET));
        f.refuseUnknown();
        return policy;
    }

    /// Stands in while problems are collected; a policy with it is never built.
    private static final Target NO_TARGET =
            new Redis("", "", OptionalLong.empty(), Optional.empty(), Optional.empty(), Durability.Memory);

    private static Redis redis(Fields f) {
        var redis = new Redis(
                f.text(
                        "uri",
                        "",
                        "rediss?://[^@/\\s]{1,255}(/[0-9]{1,4})?",
                        "must be redis://host:port or rediss://host:port without credentials (they go into passwordSecret)"),
                f.text("stream", "", ".{1,512}", "must be the key of a stream, 1..512 characters"),
                f.optionalWhole("maxLength", Bounds.STREAM_LENGTH),
                f.optionalText("username", "[^\\s]{1,256}", "must be the name of an ACL user"),
                f.optional("passwordSecret", PolicyReader::secretKey),
                f.oneOf("durability", Durability.Memory));
        f.refuseUnknown();
        return redis;
    }

    private static Cassandra cassandra(Fields f) {
        var identifier = "[a-zA-Z][a-zA-Z0-9_]{0,47}";
        var cassandra = new Cassandra(
                f.texts("contactPoints", "[^\\s:]{1,253}(:[0-9]{1,5})?", "must be a list of host:port, at least one"),
                f.text("localDatacenter", "", "[^\\s]{1,64}", "must name the data centre that is near"),
                f.text("keyspace", "", identifier, "must be a keyspace"),
                f.text("table", "", identifier, "must be a table"),
                f.oneOf("mapping", Cassandra.Mapping.Envelope),
                f.optionalText("consistency", "[A-Z_]{1,16}", "must be a consistency level like LOCAL_QUORUM")
                        .orElse("LOCAL_QUORUM"),
                f.optionalText("credentialsSecret", NAME, "must name a Secret with username and password"));
        f.refuseUnknown();
        return cassandra;
    }
}
