package dev.headpond.playground.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.ByteArrayInputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CustomTypeTest {
    private final AtomicInteger unlucky = new AtomicInteger(13);
    private final ClientAndServer both = new ClientAndServer(ApiServer.Options.plain()
            .with((kind, object, _) ->
                    kind.equals("Pond") && object.at("/spec/depth").asInt() == unlucky.get()
                            ? List.of("spec.depth: " + unlucky.get() + " must not be unlucky")
                            : List.of()));

    @BeforeEach
    void define() {
        both.client
                .load(new ByteArrayInputStream(Definition.YAML.getBytes(StandardCharsets.UTF_8)))
                .create();
    }

    @AfterEach
    void close() {
        both.close();
    }

    private MixedOperation<GenericKubernetesResource, ?, Resource<GenericKubernetesResource>> ponds() {
        return both.client.genericKubernetesResources("example.dev/v1", "Pond");
    }

    private static GenericKubernetesResource pond(String spec) {
        var yaml = """
                apiVersion: example.dev/v1
                kind: Pond
                metadata: {name: blue}
                spec: {%s}
                """.formatted(spec.contains("name: ") && !spec.contains("[") ? spec : "name: blue, " + spec);
        return Serialization.unmarshal(yaml, GenericKubernetesResource.class);
    }

    private static JsonNode tree(Object object) {
        return new ObjectMapper().valueToTree(object);
    }

    @Test
    void defaultsComeAndUnknownFieldsGo() {
        var created =
                tree(ponds().resource(pond("surprise: 1, fish: [{name: carp}]")).create());
        assertThat(created.at("/spec/depth").asInt()).isEqualTo(7);
        assertThat(created.at("/spec/kind").asText()).isEqualTo("Flat");
        assertThat(created.at("/spec/fish/0/weight").asInt()).isEqualTo(1);
        assertThat(created.at("/spec").has("surprise")).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
        depth: 0               | spec.depth: Invalid value: 0: spec.depth in body should be greater than or equal to 1
        depth: 101             | should be less than or equal to 100
        depth: deep            | spec.depth in body must be of type integer
        kind: Round            | spec.kind: Unsupported value: "Round": supported values: "Deep", "Flat"
        name: Blue             | spec.name in body should match '^[a-z]+$'
        name: abcdefghijk      | spec.name: Too long: may not have more than 10 characters
        fish: {}               | spec.fish in body must be of type array
        size: 1.5              | must be of type integer or string
        fish: [1]              | spec.fish[0] in body must be of type object
        depth: 13              | spec.depth: 13 must not be unlucky
        """)
    void aValueThatBreaksTheSchemaIsRefusedByName(String spec, String expected) {
        assertThatThrownBy(() -> ponds().resource(pond(spec)).create())
                .hasMessageContaining("Pond.example.dev \"blue\" is invalid")
                .hasMessageContaining(expected);
    }

    @Test
    void aFieldThatIsRequiredMustBeThere() {
        var bare = pond("depth: 1");
        bare.getAdditionalProperties().put("spec", new LinkedHashMap<>());
        assertThatThrownBy(() -> ponds().resource(bare).create()).hasMessageContaining("spec.name: Required value");
    }

    @Test
    void anUpdateIsCheckedToo() {
        ponds().resource(pond("depth: 1")).create();
        assertThatThrownBy(() -> ponds().resource(pond("depth: 13")).update()).hasMessageContaining("unlucky");
    }

    @Test
    void anObjectThatNewerRulesRefuseCanStillLoseItsFinalizers() {
        var held = pond("depth: 1");
        held.getMetadata().setFinalizers(List.of("example.dev/hold"));
        ponds().resource(held).create();
        unlucky.set(1);
        ponds().withName("blue").delete();
        assertThat(ponds().withName("blue").get()).isNotNull();
        ponds().withName("blue").edit(pond -> {
            pond.getMetadata().setFinalizers(List.of());
            return pond;
        });
        assertThat(ponds().withName("blue").get()).isNull();
    }

    @Test
    void generationCountsChangesOfTheSpecOnly() {
        ponds().resource(pond("depth: 1")).create();
        var labelled = pond("depth: 1");
        labelled.getMetadata().setLabels(Map.of("a", "b"));
        assertThat(ponds().resource(labelled).update().getMetadata().getGeneration())
                .isEqualTo(1);
        var counted = pond("depth: 1");
        counted.getAdditionalProperties().put("status", Map.of("replicas", 2));
        var after = ponds().resource(counted).updateStatus();
        assertThat(after.getMetadata().getGeneration()).isEqualTo(1);
        assertThat(tree(after).at("/status/replicas").asInt()).isEqualTo(2);
        var deeper = ponds().resource(pond("depth: 2")).update();
        assertThat(deeper.getMetadata().getGeneration()).isEqualTo(2);
        assertThat(tree(deeper).at("/status/replicas").asInt()).isEqualTo(2);
    }

    @Test
    void itsScaleIsReadAndWritten() {
        ponds().resource(pond("replicas: 2")).create();
        var counted = pond("replicas: 2");
        counted.getAdditionalProperties().put("status", Map.of("replicas", 2, "selector", "pond=blue"));
        ponds().resource(counted).updateStatus();
        var scale = ponds().withName("blue").scale();
        assertThat(scale.getSpec().getReplicas()).isEqualTo(2);
        assertThat(scale.getStatus().getSelector()).isEqualTo("pond=blue");
        ponds().withName("blue").scale(4);
        assertThat(tree(ponds().withName("blue").get()).at("/spec/replicas").asInt())
                .isEqualTo(4);
    }

    @Test
    void itsColumnsAreThoseOfTheDefinition() throws Exception {
        ponds().resource(pond("depth: 3")).create();
        var table =
                get("/apis/example.dev/v1/namespaces/default/ponds", "application/json;as=Table;g=meta.k8s.io;v=v1");
        assertThat(table.at("/columnDefinitions").findValuesAsText("name"))
                .containsExactly("Name", "Depth", "Ready", "Age");
        assertThat(table.at("/rows/0/cells/0").asText()).isEqualTo("blue");
        assertThat(table.at("/rows/0/cells/1").asInt()).isEqualTo(3);
        assertThat(table.at("/rows/0/cells/3").asText()).matches("\\d+s");
    }

    @Test
    void itIsFoundByDiscoveryAndOpenApi() throws Exception {
        var resources = get("/apis/example.dev/v1", "application/json").at("/resources");
        assertThat(resources.findValuesAsText("name")).contains("ponds", "ponds/status", "ponds/scale");
        assertThat(resources.at("/0/shortNames/0").asText()).isEqualTo("pd");
        var schemas = get("/openapi/v3/apis/example.dev/v1", "application/json").at("/components/schemas");
        assertThat(schemas.at("/example.dev.v1.Pond/properties/spec/properties/depth/maximum")
                        .asInt())
                .isEqualTo(100);
    }

    private JsonNode get(String path, String accept) throws Exception {
        var request = HttpRequest.newBuilder(both.server.uri().resolve(path))
                .header("Accept", accept)
                .build();
        try (var http = HttpClient.newHttpClient()) {
            return new ObjectMapper()
                    .readTree(http.send(request, BodyHandlers.ofString()).body());
        }
    }

    @Test
    void itsObjectsGoWithItsDefinition() {
        ponds().resource(pond("depth: 3")).create();
        var definitions = both.client.apiextensions().v1().customResourceDefinitions();
        definitions.withName("ponds.example.dev").delete();
        Eventually.is(() -> definitions.withName("ponds.example.dev").get() == null);
        assertThatThrownBy(() -> ponds().list()).hasMessageContaining("could not find the requested resource");
    }
}
