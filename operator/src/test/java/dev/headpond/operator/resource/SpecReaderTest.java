package dev.headpond.operator.resource;

import static dev.headpond.operator.resource.Buffers.LEAST;
import static dev.headpond.operator.resource.Buffers.buffer;
import static dev.headpond.operator.resource.Buffers.declaration;
import static dev.headpond.operator.resource.Buffers.problems;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headpond.crds.RuleTable;
import dev.headpond.policy.Reading.Invalid;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpecReaderTest {
    private static final String NOT_YET = "is not supported by this version; use ";

    static Stream<RuleTable.Row> rules() {
        return RuleTable.rows().stream();
    }

    /// The API server's side of the same table is checked on a real one.
    @ParameterizedTest
    @MethodSource("rules")
    void aSpecThatBreaksARuleIsRefusedAndOneThatKeepsItIsNot(RuleTable.Row row) {
        assertThat(Arrays.stream(problems(buffer("orders", row.kept())).split("; (?=[a-z.]+: )", -1))
                        .filter(line -> !line.isEmpty()))
                .allMatch(line -> line.contains(NOT_YET));
        row.problem()
                .ifPresent(problem -> assertThat(problems(buffer(row.name().orElse("orders"), row.broken())))
                        .contains(problem));
    }

    @Test
    void aSinkAloneIsADeclaration() {
        var declaration = declaration(LEAST);
        assertThat(declaration.namespace()).isEqualTo("shop");
        assertThat(declaration.name()).isEqualTo("orders");
        assertThat(declaration.generation()).isEqualTo(7);
        assertThat(declaration.policy().name()).isEqualTo("shop/orders");
        assertThat(declaration.scaling().maxReplicas()).isEqualTo(3);
        assertThat(declaration.paused()).isFalse();
        assertThat(declaration.pod().limits().get("memory")).hasToString("1Gi");
        assertThat(declaration.pod().requests().get("memory")).hasToString("384Mi");
    }

    @Test
    void aLargeRingGetsALargeLimit() {
        var pod = declaration("{buffer: {capacity: 2Gi}, %s".formatted(LEAST.substring(1)))
                .pod();
        assertThat(pod.limits().get("memory")).hasToString("2560Mi");
        assertThat(pod.requests().get("memory")).hasToString("2304Mi");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
        placement: {mode: Sidecar}                       | placement.mode: Sidecar is not supported by this version; use Standalone
        placement: {mode: Beside}                        | placement.mode: Beside must be Standalone or Sidecar
        placement: {near: {app: x}}                      | placement.near.app: x is no field here; known are matchExpressions, matchLabels
        placement: {near: {matchLabels: {a: 7}}}         | must be a label selector
        placement: 7                                     | placement: 7 must be an object
        buffer: {acknowledge: Journaled, journal: {}}    | buffer.acknowledge: Journaled is not supported by this version; use Buffered
        ingest: {tls: {secretName: t}}                   | ingest.tls: t is not supported by this version; use plain HTTP
        pod: {resources: {limits: {memory: 300Mi}}}      | pod.resources.limits.memory: 300Mi must be at least buffer.capacity and 256Mi (384Mi)
        pod: {resources: {limits: {memory: much}}}       | pod.resources.limits.memory: much must be a quantity
        pod: {resources: {limits: {cpu: -1}}}            | pod.resources.limits.cpu: -1 must be a quantity over zero
        pod: {resources: {requests: {cpu: 2}, limits: {cpu: 1}}} | pod.resources.requests.cpu: 2 must not be over limits.cpu (1)
        pod: {resources: {claims: []}}                   | pod.resources.claims: [] is no field here
        pod: {labels: {app.kubernetes.io/name: x}}       | pod.labels: app.kubernetes.io/name belongs to Headpond
        pod: {labels: {headpond.dev/buffer: x}}          | pod.labels: headpond.dev/buffer belongs to Headpond
        pod: {labels: {team: a b}}                       | pod.labels.team: a b must be the value of a label
        pod: {annotations: {on: true}}                   | pod.annotations.on: true must be a text; quote it
        pod: {annotations: {headpond.dev/x: y}}          | pod.annotations: headpond.dev/x belongs to Headpond
        pod: {tolerations: [{key: a, operater: Exists}]} | pod.tolerations[0].operater: Exists is no field here
        pod: {tolerations: {key: a}}                     | pod.tolerations: {"key":"a"} must be a list
        pod: {tolerations: [{key: 7}]}                   | pod.tolerations[0]: {"key":7} must be a toleration as in a pod
        pod: {topologySpreadConstraints: [{maxSkew: 1}]} | must have maxSkew, topologyKey and whenUnsatisfiable
        pod: {image: x}                                  | pod.image: x is no field here
        surprise: 1                                      | surprise: 1 is no field here
        """)
    void whatTheOperatorAloneReadsIsReadStrictly(String section, String expected) {
        assertThat(problems(buffer("{%s, %s".formatted(section, LEAST.substring(1)))))
                .contains(expected);
    }

    @Test
    void cassandraIsRefusedInPlainWords() {
        assertThat(problems(
                        buffer("{sink: {cassandra: {contactPoints: [c], localDatacenter: d, keyspace: k, table: t}}}")))
                .isEqualTo("sink.cassandra: t is not supported by this version; use sink.redis");
    }

    @Test
    void everyProblemIsReportedAtOnce() {
        var reading = SpecReader.read(buffer("{batch: {maxEvents: 0}, placement: 7, pod: 7, sink: {lanes: 99}}"));
        assertThat(reading)
                .isInstanceOfSatisfying(
                        Invalid.class,
                        invalid -> assertThat(invalid.line())
                                .contains("batch.maxEvents", "placement: 7", "pod: 7", "sink.lanes", "sink: nothing"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "[]", "text", "null", "{sink: 7}", "{sink: {redis: []}}"})
    void aSpecOfAnyShapeIsReadWithoutAnException(String spec) {
        assertThat(problems(buffer(spec))).isNotEmpty();
    }

    @Test
    void anAnnotationPauses() {
        var buffer = buffer(LEAST);
        buffer.getMetadata().setAnnotations(Map.of("headpond.dev/paused", "true"));
        assertThat(declaration(buffer).paused()).isTrue();
        buffer.getMetadata().setAnnotations(Map.of("headpond.dev/paused", "yes"));
        assertThat(problems(buffer)).contains("headpond.dev/paused: yes must be \"true\" or \"false\"");
    }

    @Test
    void whatIsReportedAsEffectiveIsASpecThatMeansTheSame() {
        for (var spec : List.of(
                LEAST,
                "{scaling: {mode: Recommend, behavior: {scaleUp: {policies: [{value: 4}]}}}, %s"
                        .formatted(LEAST.substring(1)))) {
            var declaration = declaration(spec);
            assertThat(declaration(buffer("orders", Effective.of(declaration)))).isEqualTo(declaration);
        }
    }
}
