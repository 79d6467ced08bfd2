package dev.headpond.crds;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads a status section by section and leaves out what it cannot read. Headpond alone writes status, so the worst
/// that a strange one can do is to be written anew.
final class TolerantStatus extends JsonDeserializer<IngestionBufferStatus> {
    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    @Override
    public @Nullable IngestionBufferStatus deserialize(JsonParser parser, DeserializationContext context)
            throws IOException {
        var tree = parser.readValueAs(JsonNode.class);
        return tree instanceof ObjectNode object ? read(object) : null;
    }

    private static @Nullable IngestionBufferStatus read(ObjectNode status) {
        for (var name : List.copyOf(status.properties())) {
            if (!readable(name.getKey(), name.getValue())) {
                status.remove(name.getKey());
            }
        }
        return convert(status);
    }

    private static boolean readable(String name, JsonNode value) {
        return convert(JSON.createObjectNode().set(name, value)) != null;
    }

    private static @Nullable IngestionBufferStatus convert(JsonNode tree) {
        try {
            return JSON.treeToValue(tree, IngestionBufferStatus.class);
        } catch (JsonProcessingException _) {
            return null;
        }
    }
}
