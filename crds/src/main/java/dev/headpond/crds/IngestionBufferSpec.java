package dev.headpond.crds;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.jspecify.annotations.Nullable;

/// A spec exactly as it was written, well formed or not: a number where a text belongs stays a number, a misspelt
/// field stays there, so that the strict readers can name it. Its proper shape is [SpecSchema].
///
/// @param tree any JSON value, usually an object; not to be changed
public record IngestionBufferSpec(@JsonValue JsonNode tree) {
    static final IngestionBufferSpec EMPTY = new IngestionBufferSpec(JsonNodeFactory.instance.objectNode());

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public IngestionBufferSpec(@Nullable JsonNode tree) {
        this.tree = tree == null || tree.isNull() ? JsonNodeFactory.instance.objectNode() : tree;
    }
}
