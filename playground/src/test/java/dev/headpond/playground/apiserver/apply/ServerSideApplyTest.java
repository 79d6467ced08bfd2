package dev.headpond.playground.apiserver.apply;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.headpond.playground.apiserver.apply.Manager.Operation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerSideApplyTest {
    private static final Manager ONE = new Manager("one", Operation.Apply, "");
    private static final Manager TWO = new Manager("two", Operation.Apply, "");
    private static final Manager EDITOR = new Manager("editor", Operation.Update, "");
    private static final String EARLY = "2026-01-01T00:00:00Z";
    private static final String LATE = "2026-02-01T00:00:00Z";

    private static ObjectNode yaml(String text) {
        try {
            return (ObjectNode) new YAMLMapper().readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ObjectNode spec(String flow) {
        return yaml("{apiVersion: v1, kind: Thing, metadata: {name: a}, spec: " + flow + "}");
    }

    private static ObjectNode applied(ObjectNode live, String flow, Manager manager) {
        return switch (ServerSideApply.apply(live, spec(flow), manager, false, Shape.known(), EARLY)) {
            case ApplyOutcome.Merged(var object) -> object;
            case ApplyOutcome.Conflicts(var conflicts) -> throw new AssertionError(conflicts);
        };
    }

    private static List<String> conflicts(ObjectNode live, String flow, Manager manager) {
        return switch (ServerSideApply.apply(live, spec(flow), manager, false, Shape.known(), EARLY)) {
            case ApplyOutcome.Merged(var object) -> throw new AssertionError(object);
            case ApplyOutcome.Conflicts(var conflicts) ->
                conflicts.stream()
                        .map(conflict -> conflict.owner().name() + " " + conflict.path())
                        .toList();
        };
    }

    private static final ObjectNode EMPTY = yaml("{apiVersion: v1, kind: Thing, metadata: {name: a}}");

    /// First the fields of manager one, then those of two, then one again: what is left.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
        {x: 1}              | {y: 2}              | {x: 1}         | {x: 1, y: 2}
        {x: 1, y: 1}        | {y: 1}              | {x: 1}         | {x: 1, y: 1}
        {x: 1, y: 1}        | {z: 1}              | {x: 2}         | {x: 2, z: 1}
        {m: {a: 1, b: 2}}   | {m: {c: 3}}         | {m: {a: 1}}    | {m: {a: 1, c: 3}}
        {m: {a: 1}}         | {z: 1}              | {}             | {z: 1}
        {l: [1, 2]}         | {z: 1}              | {l: [3]}       | {l: [3], z: 1}
        {env: [{name: a, value: x}, {name: b}]} | {env: [{name: c}]} | {env: [{name: a}]} | {env: [{name: a}, {name: c}]}
        {env: [{name: a, value: x}]} | {env: [{name: a}]} | {z: 1} | {env: [{name: a}], z: 1}
        {finalizers: [p, q]} | {finalizers: [r]}  | {finalizers: [q]} | {finalizers: [q, r]}
        {ports: [{port: 80}]} | {ports: [{port: 80, protocol: UDP}]} | {ports: [{port: 81}]} | {ports: [{port: 80, protocol: UDP}, {port: 81}]}
        {nodeSelector: {a: b}} | {z: 1}           | {nodeSelector: {c: d}} | {nodeSelector: {c: d}, z: 1}
        """)
    void fieldsAreMergedAndGivenUpFieldsGo(String first, String second, String third, String expected) {
        var live = applied(applied(applied(EMPTY, first, ONE), second, TWO), third, ONE);
        assertThat(live.path("spec")).isEqualTo(spec(expected).path("spec"));
    }

    @Test
    void aRepeatedApplyIsEqualEvenLater() {
        var live = applied(EMPTY, "{env: [{name: a, value: x}], m: {}}", ONE);
        var wanted = spec("{env: [{name: a, value: x}], m: {}}");
        assertThat(ServerSideApply.apply(live, wanted, ONE, false, Shape.known(), LATE))
                .isEqualTo(new ApplyOutcome.Merged(live));
    }

    @Test
    void theInputsStayAsTheyAre() {
        var live = applied(EMPTY, "{env: [{name: a, value: x}]}", ONE);
        var before = live.deepCopy();
        var _ = applied(live, "{env: [{name: b}]}", ONE);
        assertThat(live).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
        {x: 1}                       | {x: 2}                       | one .spec.x
        {l: [1]}                     | {l: [1, 2]}                  | one .spec.l
        {env: [{name: a, value: x}]} | {env: [{name: a, value: y}]} | one .spec.env[name="a"].value
        {selector: {a: b}}           | {selector: {a: c}}           | one .spec.selector
        """)
    void aChangeOfWhatAnotherOwnsIsAConflict(String first, String second, String conflict) {
        assertThat(conflicts(applied(EMPTY, first, ONE), second, TWO)).containsExactly(conflict);
    }

    @Test
    void theSameValueIsShared() {
        var live = applied(applied(EMPTY, "{x: 1}", ONE), "{x: 1}", TWO);
        assertThat(managers(live)).containsExactly("one", "two");
        assertThat(conflicts(live, "{x: 2}", ONE)).containsExactly("two .spec.x");
    }

    @Test
    void forceTakesTheFieldAway() {
        var live = applied(EMPTY, "{x: 1}", ONE);
        var outcome = ServerSideApply.apply(live, spec("{x: 2}"), TWO, true, Shape.known(), LATE);
        assertThat(outcome).isInstanceOfSatisfying(ApplyOutcome.Merged.class, merged -> {
            assertThat(merged.object().at("/spec/x").asInt()).isEqualTo(2);
            assertThat(managers(merged.object())).containsExactly("two");
        });
    }

    @Test
    void anEditOwnsWhatItChangesAlone() {
        var live = applied(EMPTY, "{x: 1, y: 1}", ONE);
        var edited = live.deepCopy();
        ((ObjectNode) edited.path("spec")).put("x", 5);
        Ownership.ofChange(live, edited, EDITOR, Shape.known(), LATE);
        assertThat(managers(edited)).containsExactly("one", "editor");
        assertThat(conflicts(edited, "{x: 1, y: 1}", ONE)).containsExactly("editor .spec.x");
        assertThat(applied(edited, "{y: 1}", ONE).path("spec")).isEqualTo(edited.path("spec"));
    }

    @Test
    void whatAnEditRemovesIsNobodysAnyMore() {
        var live = applied(EMPTY, "{x: 1}", ONE);
        var edited = live.deepCopy();
        ((ObjectNode) edited.path("spec")).remove("x");
        Ownership.ofChange(live, edited, EDITOR, Shape.known(), LATE);
        assertThat(managers(edited)).isEmpty();
    }

    @Test
    void theNotationIsThatOfFieldsV1() {
        var live = applied(EMPTY, "{containers: [{name: a, image: i}], finalizers: [f], m: {}, l: [1]}", ONE);
        assertThat(live.at("/metadata/managedFields/0/fieldsV1").toString())
                .isEqualTo("{\"f:spec\":{\"f:containers\":{\"k:{\\\"name\\\":\\\"a\\\"}\":{\".\":{},\"f:image\":{},"
                        + "\"f:name\":{}}},\"f:finalizers\":{\"v:\\\"f\\\"\":{}},\"f:l\":{},\"f:m\":{}}}");
    }

    @Test
    void aSchemaTellsWhichListsHaveKeys() {
        var schema = yaml("""
                properties:
                  spec:
                    properties:
                      fish:
                        x-kubernetes-list-type: map
                        x-kubernetes-list-map-keys: [name]
                """);
        var shape = Shape.ofSchema(schema);
        var one = ServerSideApply.apply(EMPTY, spec("{fish: [{name: a}], env: [{name: a}]}"), ONE, false, shape, EARLY);
        assertThat(one).isInstanceOfSatisfying(ApplyOutcome.Merged.class, merged -> {
            var two = ServerSideApply.apply(
                    merged.object(), spec("{fish: [{name: b}], env: [{name: b}]}"), TWO, true, shape, EARLY);
            assertThat(two)
                    .isInstanceOfSatisfying(
                            ApplyOutcome.Merged.class,
                            both -> assertThat(both.object().path("spec"))
                                    .isEqualTo(spec("{fish: [{name: a}, {name: b}], env: [{name: b}]}")
                                            .path("spec")));
        });
    }

    private static List<String> managers(JsonNode object) {
        return object.at("/metadata/managedFields").findValuesAsText("manager");
    }
}
