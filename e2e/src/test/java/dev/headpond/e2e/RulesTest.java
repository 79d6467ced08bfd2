package dev.headpond.e2e;

import static dev.headpond.e2e.Cluster.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the API server itself refuses: each rule of the CRD takes one spec and refuses another, with a message that
/// says
/// what to do.
@Order(2)
@ClusterUnderTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RulesTest {
    private static final YAMLMapper YAML = new YAMLMapper();

    /// Rules with a test of their own, since they do not speak of one spec.
    private static final Set<String> SHOWN_APART = Set.of(
            ": metadata.name must be 1..63 lower-case letters, digits and '-', begin with a letter and not end with '-':"
                    + " it becomes the name of a Service; choose another name",
            "buffer.journal: a journal cannot shrink, since volumes cannot; keep its size, or make a new buffer with a"
                    + " smaller one");

    private final Cluster cluster;
    private final Space space;
    private final Set<String> shown = new TreeSet<>(SHOWN_APART);

    RulesTest(Cluster cluster) {
        this.cluster = cluster;
        new Release(cluster).ensure();
        this.space = Space.create(cluster, "e2e-rules");
    }

    @BeforeAll
    void aSinkAloneIsTaken() {
        await("the new resource is served").untilAsserted(() -> tryOut(spec("{}")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
        batch.maxBytes            | batch: {maxBytes: 8Mi}                                                  | batch: {maxBytes: 9Mi}                                                   | must be a size of 1Ki..8Mi
        batch.maxDelay            | batch: {maxDelay: 1s}                                                   | batch: {maxDelay: 1001ms}                                                | must be a duration of 1ms..1s, like 5ms or 2s
        buffer.capacity           | buffer: {capacity: 64Mi}                                                | buffer: {capacity: 9Gi}                                                  | must be a size of 1Mi..8Gi
        buffer.journal.size       | buffer: {acknowledge: Journaled, journal: {size: 10Gi}}                 | buffer: {acknowledge: Journaled, journal: {size: 1Mi}}                   | must be a size of 64Mi..16Ti
        buffer                    | buffer: {lowWaterMarkPercent: 79}                                       | buffer: {lowWaterMarkPercent: 80}                                        | lowWaterMarkPercent must be under highWaterMarkPercent (default 80); lower it
        buffer                    | buffer: {acknowledge: Journaled, journal: {}}                           | buffer: {acknowledge: Journaled}                                         | journal must be set with acknowledge: Journaled; give it a size, such as journal: {size: 10Gi}
        ingest.idleTimeout        | ingest: {idleTimeout: 1h}                                               | ingest: {idleTimeout: 2h}                                                | must be a duration of 1s..1h, like 5ms or 2s
        ingest.maxEventBytes      | ingest: {maxEventBytes: 64}                                             | ingest: {maxEventBytes: 63}                                              | must be a size of 64..8Mi
        ingest.maxRequestBytes    | ingest: {maxRequestBytes: 8Mi}                                          | ingest: {maxRequestBytes: 65Mi}                                          | must be a size of 1Ki..64Mi
        ingest.port               | ingest: {port: 9091}                                                    | ingest: {port: 9090}                                                     | 9090 is the management port; choose another
        retry.initialBackoff      | retry: {initialBackoff: 1ms}                                            | retry: {initialBackoff: 1us}                                             | must be a duration of 1ms..1m, like 5ms or 2s
        retry.maxBackoff          | retry: {maxBackoff: 1m}                                                 | retry: {maxBackoff: 2m}                                                  | must be a duration of 1ms..1m, like 5ms or 2s
        retry                     | retry: {initialBackoff: 500ms}                                          | retry: {initialBackoff: 501ms}                                           | initialBackoff must not be over maxBackoff (default 500ms); lower it or raise maxBackoff
        scaling                   | scaling: {minReplicas: 3, maxReplicas: 3}                               | scaling: {minReplicas: 4, maxReplicas: 3}                                | minReplicas (default 1) must not be over maxReplicas; lower it or raise maxReplicas
        scaling.maxRateLimitedRatio | scaling: {maxRateLimitedRatio: "0.12%"}                               | scaling: {maxRateLimitedRatio: "101%"}                                   | must be a percentage, 0%..100%
        sink                      | sink: {lanes: 1}                                                        | sink: {cassandra: {contactPoints: [c], localDatacenter: d, keyspace: k, table: t}} | must have exactly one of redis and cassandra; add one, or make a second buffer for the other
        sink.idleTimeout          | sink: {idleTimeout: 2s}                                                 | sink: {idleTimeout: 11m}                                                 | must be a duration of 100ms..10m, like 5ms or 2s
        sink.requestTimeout       | sink: {requestTimeout: 30ms}                                            | sink: {requestTimeout: 31s}                                              | must be a duration of 10ms..30s, like 5ms or 2s
                                  | ingest: {maxEventBytes: 2Mi}                                            | ingest: {maxEventBytes: 300Ki, maxRequestBytes: 256Ki}                   | ingest.maxEventBytes (default 256Ki) must not be over ingest.maxRequestBytes (default 4Mi); lower it or raise maxRequestBytes
                                  | batch: {maxBytes: 256Ki}                                                | batch: {maxBytes: 255Ki}                                                 | ingest.maxEventBytes (default 256Ki) must not be over batch.maxBytes (default 2Mi), or the event could never be delivered; lower it or raise batch.maxBytes
                                  | buffer: {capacity: 10Mi}                                                | buffer: {capacity: 9Mi}                                                  | ingest.maxRequestBytes (default 4Mi) must not be over half of the ring up to its high-water mark, or one request could block the rest; lower it or raise buffer.capacity
                                  | admission: {burst: 200}                                                 | admission: {burst: 199}                                                  | admission.burst must be at least one batch (batch.maxEvents, default 200); raise it or lower batch.maxEvents
                                  | admission: {eventsPerSecond: 20}                                        | admission: {eventsPerSecond: 19}                                         | ten seconds' worth of admission.eventsPerSecond must be at least one batch (batch.maxEvents, default 200); raise eventsPerSecond or lower batch.maxEvents
                                  | admission: {burst: 120000}                                              | admission: {burst: 120001}                                               | admission.burst must be at most ten seconds' worth of eventsPerSecond (default 12000); lower it or raise eventsPerSecond
                                  | placement: {mode: Sidecar}                                              | {placement: {mode: Sidecar}, buffer: {acknowledge: Journaled, journal: {size: 1Gi}}} | acknowledge: Journaled needs pods with volumes of their own; use placement.mode: Standalone, or acknowledge: Buffered or Delivered
                                  | sink: {maxEventsPerSecond: 36000}                                       | sink: {maxEventsPerSecond: 35999}                                        | scaling.maxReplicas (default 3) x admission.eventsPerSecond (default 12000) must not be over sink.maxEventsPerSecond; lower maxReplicas or eventsPerSecond, or raise maxEventsPerSecond
        """)
    void aRuleTakesOneSpecAndRefusesAnother(String place, String taken, String refused, String message) {
        tryOut(spec(taken));
        assertThatThrownBy(() -> tryOut(spec(refused)))
                .isInstanceOf(KubernetesClientException.class)
                .hasMessageContaining(message);
        shown.add((place == null ? "" : place) + ": " + message);
    }

    /// The bounds that need no rule; the first is the outage that this project began with.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
        batch: {maxEvents: 5000}                    | spec.batch.maxEvents
        batch: {maxEvents: 0}                       | spec.batch.maxEvents
        batch: {maxDelay: soon}                     | spec.batch.maxDelay
        admission: {eventsPerSecond: 0}             | spec.admission.eventsPerSecond
        buffer: {acknowledge: Sometimes}            | spec.buffer.acknowledge
        buffer: {highWaterMarkPercent: 96}          | spec.buffer.highWaterMarkPercent
        buffer: {capacity: much}                    | spec.buffer.capacity
        ingest: {port: 80}                          | spec.ingest.port
        scaling: {minReplicas: 0}                   | spec.scaling.minReplicas
        scaling: {mode: Manual}                     | spec.scaling.mode
        sink: {redis: {uri: "http://redis"}}        | spec.sink.redis.uri
        """)
    void aValueOutOfItsBoundsIsRefusedByName(String refused, String field) {
        assertThatThrownBy(() -> tryOut(spec(refused)))
                .isInstanceOf(KubernetesClientException.class)
                .hasMessageContaining(field);
    }

    @Test
    void aBufferWithoutASinkIsRefused() {
        assertThatThrownBy(() -> tryOut(YAML.createObjectNode())).hasMessageContaining("spec.sink");
    }

    @Test
    void aNameThatCannotBecomeAServiceIsRefused() {
        assertThatThrownBy(() -> cluster.client()
                        .resource(resource("orders.v2", spec("{}")))
                        .dryRun()
                        .create())
                .hasMessageContaining("choose another name");
    }

    @Test
    void aJournalGrowsAndDoesNotShrink() {
        String spec = "buffer: {acknowledge: Journaled, journal: {size: %s}}";
        cluster.client()
                .resource(resource("journaled", spec(spec.formatted("10Gi"))))
                .serverSideApply();

        cluster.client()
                .resource(resource("journaled", spec(spec.formatted("11Gi"))))
                .dryRun()
                .serverSideApply();
        assertThatThrownBy(() -> cluster.client()
                        .resource(resource("journaled", spec(spec.formatted("9Gi"))))
                        .dryRun()
                        .serverSideApply())
                .hasMessageContaining("a journal cannot shrink");
    }

    /// A rule that is added to the CRD needs a row above.
    @Test
    @Order(Integer.MAX_VALUE)
    void everyRuleOfTheCrdIsShown() throws IOException {
        JsonNode crd = YAML.readTree(
                Cluster.REPOSITORY.resolve("charts/headpond/files/crd.yaml").toFile());
        Set<String> rules = new TreeSet<>();
        collect(crd.at("/spec/versions/0/schema/openAPIV3Schema"), "", rules);
        assertThat(shown).isEqualTo(rules);
    }

    @AfterAll
    void end() {
        space.close();
    }

    private static void collect(JsonNode schema, String path, Set<String> rules) {
        String place = path.replaceFirst("^spec\\.?", "");
        schema.path("x-kubernetes-validations")
                .forEach(rule -> rules.add(place + ": " + rule.path("message").asText()));
        schema.path("properties")
                .properties()
                .forEach(field -> collect(
                        field.getValue(), path.isEmpty() ? field.getKey() : path + "." + field.getKey(), rules));
    }

    private void tryOut(ObjectNode spec) {
        cluster.client().resource(resource("tried", spec)).dryRun().create();
    }

    private GenericKubernetesResource resource(String name, ObjectNode spec) {
        ObjectNode resource = YAML.createObjectNode();
        resource.put("apiVersion", "headpond.dev/v1alpha1").put("kind", "IngestionBuffer");
        resource.putObject("metadata").put("name", name).put("namespace", space.name());
        resource.set("spec", spec);
        return YAML.convertValue(resource, GenericKubernetesResource.class);
    }

    /// The least spec with more laid over it.
    private static ObjectNode spec(String more) {
        try {
            ObjectNode least = (ObjectNode) YAML.readTree("sink: {redis: {uri: 'redis://redis:6379', stream: orders}}");
            return YAML.readerForUpdating(least).readValue(more);
        } catch (IOException e) {
            throw new AssertionError("a row of the table is no YAML: " + more, e);
        }
    }
}
