package dev.headpond.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headpond.policy.Reading.Invalid;
import dev.headpond.policy.Reading.Valid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyReaderTest {
    private static final String LEAST = """
            {"name": "shop/orders", %s "sink": {%s "redis": {"uri": "redis://redis:6379", "stream": "orders"}}}""";

    private static Policy valid(String json) {
        return switch (PolicyReader.parse(json)) {
            case Valid<Policy>(var policy) -> policy;
            case Invalid<Policy> invalid -> throw new AssertionError(invalid.line());
        };
    }

    private static String refusal(String json) {
        return switch (PolicyReader.parse(json)) {
            case Valid<Policy> _ -> throw new AssertionError("taken: " + json);
            case Invalid<Policy> invalid -> invalid.line();
        };
    }

    @Test
    void aSinkAloneIsAPolicy() {
        var policy = valid(LEAST.formatted("", ""));
        assertThat(policy.admission()).isEqualTo(new AdmissionPolicy(12_000, 6_000));
        assertThat(policy.buffer().highWaterBytes()).isEqualTo((128L << 20) / 100 * 80);
        assertThat(policy.sink().lanes()).isEqualTo(4);
    }

    @Test
    void whatIsWrittenIsReadBackTheSame() {
        var policy = valid(LEAST.formatted("""
                "ingest": {"auth": {"bearerTokenSecret": {"name": "a", "key": "k"}}, "tls": {"secretName": "t"}},
                "buffer": {"acknowledge": "Journaled", "journal": {"size": "10Gi", "storageClassName": "fast"}},
                "deadLetter": {"redisStream": "orders:dead"},""", "\"maxEventsPerSecond\": 36000, \"requestTimeout\": \"30ms\","));
        assertThat(valid(PolicyWriter.write(policy))).isEqualTo(policy);
    }

    /// Golden: a changed hash would roll every pod of every user when the operator is upgraded.
    @Test
    void theHashOfAnUnchangedPolicyNeverChanges() {
        assertThat(PolicyWriter.hash(PolicyWriter.write(valid(LEAST.formatted("", "")))))
                .isEqualTo("10ee2c6c65");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
        "batch": {"maxEvents": 5000},                            | batch.maxEvents: 5000 must be 1..1000 events
        "batch": {"maxBytes": "9Mi"},                            | batch.maxBytes: 9Mi must be 1Ki..8Mi
        "batch": {"maxDelay": "2s"},                             | batch.maxDelay: 2s must be 1ms..1s
        "batch": {"maxDelay": 5},                                | batch.maxDelay: 5 must be a duration like 5ms or 2s
        "batch": {"maxDelay": "99999999999h"},                   | batch.maxDelay: 99999999999h must be a duration
        "batch": 7,                                              | batch: 7 must be an object
        "batch": {"maxEvent": 7},                                | batch.maxEvent: 7 is no field here; known are maxBytes
        "admission": {"burst": 100},                             | admission.burst: 100 must be at least one batch
        "admission": {"burst": 120001},                          | admission.burst: 120001 must be at most ten seconds
        "admission": {"eventsPerSecond": 0},                     | admission.eventsPerSecond: 0 must be 1..1000000 events/s
        "admission": {"eventsPerSecond": 1.5},                   | admission.eventsPerSecond: 1.5 must be a whole number
        "buffer": {"highWaterMarkPercent": 96},                  | buffer.highWaterMarkPercent: 96 must be 10..95 percent
        "buffer": {"lowWaterMarkPercent": 80},                   | buffer.lowWaterMarkPercent: 80 must be under
        "buffer": {"acknowledge": "Sometimes"},                  | must be Buffered or Journaled or Delivered
        "buffer": {"acknowledge": "Journaled"},                  | buffer.journal: nothing must be set
        "buffer": {"capacity": "9Mi"},                           | ingest.maxRequestBytes: 4Mi must not be over half
        "retry": {"initialBackoff": "1s"},                       | retry.initialBackoff: 1s must not be over maxBackoff
        "retry": {"jitter": "None"},                             | retry.jitter: None must be Full
        "ingest": {"port": 9090},                                | ingest.port: 9090 is the management port
        "ingest": {"port": 80},                                  | ingest.port: 80 must be 1024..65535
        "ingest": {"maxEventBytes": "3Mi"},                      | ingest.maxEventBytes: 3Mi must not be over batch.maxBytes
        "surprise": 1,                                           | surprise: 1 is no field here
        """)
    void aBrokenBoundIsNamedWithFieldValueAndBound(String section, String expected) {
        assertThat(refusal(LEAST.formatted(section, ""))).contains(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
        {"name": "a/b"}                                                  | sink: nothing must be exactly one of redis and cassandra
        {"name": "a/b", "sink": {"redis": {"stream": "s"}}}              | sink.redis.uri: nothing must be redis://host:port
        {"name": "a/b", "sink": {"redis": {"uri": "redis://u:p@h", "stream": "s"}}} | without credentials
        {"name": "a/b", "sink": null}                                    | sink: nothing must be exactly one
        {"sink": {"redis": {"uri": "redis://h", "stream": "s"}}}         | name: nothing must name the buffer
        []                                                               | document: [] must be an object
        {"name": "a/b"                                                   | document: not JSON at line
        """)
    void aDocumentThatIsNoPolicyIsRefused(String json, String expected) {
        assertThat(refusal(json)).contains(expected);
    }

    @Test
    void everyProblemIsReportedAtOnce() {
        assertThat(refusal(LEAST.formatted("\"batch\": {\"maxEvents\": 0, \"maxDelay\": \"x\"},", "\"lanes\": 17,")))
                .contains("batch.maxEvents", "batch.maxDelay", "sink.lanes");
    }
}
