package dev.headpond.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Path;

/// An IngestionBuffer from `examples/`, to be used in another place than it was written for.
record Example(ObjectNode resource) {
    private static final YAMLMapper YAML = new YAMLMapper();

    static Example read(Path file) throws IOException {
        JsonNode tree = YAML.readTree(file.toFile());
        return new Example((ObjectNode) tree);
    }

    String name() {
        return resource.at("/metadata/name").asText();
    }

    String stream() {
        return resource.at("/spec/sink/redis/stream").asText();
    }

    /// The example as YAML, with another database and in no certain namespace.
    String withRedis(String uri) throws IOException {
        ObjectNode copy = resource.deepCopy();
        copy.withObjectProperty("metadata").remove("namespace");
        ((ObjectNode) copy.at("/spec/sink/redis")).put("uri", uri);
        return YAML.writeValueAsString(copy);
    }
}
