package dev.headpond.operator.resource;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.headpond.crds.IngestionBuffer;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ExamplesTest {
    private static final Path DIRECTORY = Path.of("../examples");
    private static final ObjectReader YAML = new YAMLMapper().readerFor(JsonNode.class);

    static Stream<Path> examples() throws IOException {
        try (var files = Files.list(DIRECTORY)) {
            return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void anExampleWorksAsItStands(Path file) throws IOException {
        for (var buffer : buffers(file)) {
            assertThat(Buffers.problems(buffer)).as(file.toString()).isEmpty();
        }
    }

    @Test
    void thereAreExamples() throws IOException {
        assertThat(examples().map(Path::getFileName).map(Path::toString)).contains("full.yaml", "redis-basic.yaml");
    }

    /// `full.yaml` is the reference that people copy from.
    @Test
    void theFullOneNamesEverySection() throws IOException {
        assertThat(buffers(DIRECTORY.resolve("full.yaml"))
                        .getFirst()
                        .getSpec()
                        .tree()
                        .fieldNames())
                .toIterable()
                .contains(
                        "placement",
                        "ingest",
                        "admission",
                        "buffer",
                        "batch",
                        "retry",
                        "deadLetter",
                        "sink",
                        "scaling",
                        "pod");
    }

    private static List<IngestionBuffer> buffers(Path file) throws IOException {
        var serialization = new KubernetesSerialization();
        try (var documents = YAML.<JsonNode>readValues(file.toFile())) {
            return documents.readAll().stream()
                    .filter(document -> document.path("kind").asText().equals(IngestionBuffer.KIND))
                    .map(document -> serialization.unmarshal(document.toString(), IngestionBuffer.class))
                    .toList();
        }
    }
}
