package dev.headpond.crds;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.DefaultKubernetesResourceList;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WireTypesTest {
    private static final YAMLMapper YAML = new YAMLMapper();
    private static final List<JsonNode> STRANGE = Stream.of(
                    "7",
                    "-1",
                    "1.5",
                    "12345678901234567890",
                    "true",
                    "text",
                    "''",
                    "[]",
                    "[null]",
                    "[{a: [1]}]",
                    "{}",
                    "{a: {b: 1}}",
                    "null")
            .map(WireTypesTest::yaml)
            .toList();
    private static final JsonNode CRD = crd();

    private final KubernetesSerialization serialization = new KubernetesSerialization();

    /// Every field of spec and status, by its path: from the schema, so that no new one is forgotten.
    static Stream<String> fields() {
        var paths = new ArrayList<String>();
        var root = CRD.at("/spec/versions/0/schema/openAPIV3Schema/properties");
        for (var section : List.of("spec", "status")) {
            paths.add(section);
            collect(root.path(section), section, paths);
        }
        return paths.stream();
    }

    private static void collect(JsonNode schema, String path, List<String> paths) {
        schema.path("properties").properties().forEach(field -> {
            paths.add(path + "/" + field.getKey());
            collect(field.getValue(), path + "/" + field.getKey(), paths);
        });
    }

    @ParameterizedTest
    @MethodSource("fields")
    void aFieldOfAnyShapeIsReadAndASpecIsKeptAsItWasWritten(String path) {
        for (var strange : STRANGE) {
            var written = object(path, strange);
            var read = serialization.unmarshal(written.toString(), IngestionBuffer.class);
            assertThat(read.getMetadata().getName()).isEqualTo("orders");
            if (path.startsWith("spec/")) {
                assertThat(read.getSpec().tree()).isEqualTo(written.get("spec"));
                assertThat(yaml(serialization.asJson(read)).get("spec")).isEqualTo(written.get("spec"));
            }
        }
    }

    @Test
    void oneMalformedObjectDoesNotFailTheList() {
        var list =
                YAML.createObjectNode().put("kind", "IngestionBufferList").put("apiVersion", "headpond.dev/v1alpha1");
        list.putArray("items")
                .add(object("spec/batch", yaml("7")))
                .add(object("status/conditions", yaml("[7]")))
                .add(object("spec/batch/maxEvents", yaml("200")));
        DefaultKubernetesResourceList<IngestionBuffer> read =
                serialization.unmarshal(list.toString(), new TypeReference<>() {});
        assertThat(read.getItems())
                .extracting(buffer -> buffer.getSpec().tree().toString())
                .containsExactly("{\"batch\":7}", "{}", "{\"batch\":{\"maxEvents\":200}}");
    }

    @Test
    void whatCanBeReadOfAStatusIsReadWhenTheRestCannot() {
        var written = yaml("""
                {apiVersion: headpond.dev/v1alpha1, kind: IngestionBuffer, metadata: {name: orders}, status:
                  {replicas: many, selector: a=b, newField: {x: 1}, scaling: {history: [{from: 1, to: 2, newer: 3}]}}}""");
        var status = serialization
                .unmarshal(written.toString(), IngestionBuffer.class)
                .getStatus();
        assertThat(status).isNotNull();
        assertThat(status.selector()).isEqualTo("a=b");
        assertThat(status.replicas()).isNull();
        assertThat(status.scaling()).isNotNull();
        assertThat(status.scaling().history()).hasSize(1);
    }

    @Test
    void aStatusIsReadBackTheSame() {
        var step = new IngestionBufferStatus.Step("2026-11-30T22:00:00.000Z", 1, 2, "AdmissionBound", "r", "m");
        var scaling = new IngestionBufferStatus.Scaling(
                2, 3, "InBand", "InBand", "well", step, List.of(step), null, null, "1.8ms", "{}");
        var load = new IngestionBufferStatus.Load(9L, 8L, 7L, "0.08%", "12%", 6L, "Healthy", "3.2ms", "0%", "1", 2);
        var status = new IngestionBufferStatus(
                5L, 2, 2, "a=b", "http://x", "hash", yaml("{batch: {maxEvents: 1}}"), load, scaling, List.of());
        var buffer = new IngestionBuffer();
        buffer.setStatus(status);
        assertThat(serialization
                        .unmarshal(serialization.asJson(buffer), IngestionBuffer.class)
                        .getStatus())
                .isEqualTo(status);
    }

    @Test
    void aBufferWithoutSpecOrStatusIsRead() {
        var buffer = serialization.unmarshal(
                yaml("{apiVersion: headpond.dev/v1alpha1, kind: IngestionBuffer, metadata: {name: orders}}")
                        .toString(),
                IngestionBuffer.class);
        assertThat(buffer.getSpec().tree().isEmpty()).isTrue();
        assertThat(buffer.getStatus()).isNull();
    }

    private static ObjectNode object(String path, JsonNode value) {
        var root = (ObjectNode)
                yaml("{apiVersion: headpond.dev/v1alpha1, kind: IngestionBuffer, metadata: {name: orders}}");
        var here = root;
        var names = new ArrayList<>(Arrays.asList(path.split("/", -1)));
        var last = names.removeLast();
        for (var name : names) {
            here = here.putObject(name);
        }
        here.set(last, value.deepCopy());
        return root;
    }

    private static JsonNode crd() {
        try (var in = IngestionBuffer.class.getResourceAsStream(IngestionBuffer.CRD_RESOURCE)) {
            return YAML.readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode yaml(String text) {
        try {
            return YAML.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
