package dev.headpond.operator.resource;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.headpond.crds.IngestionBuffer;
import dev.headpond.crds.IngestionBufferSpec;
import dev.headpond.policy.Reading.Invalid;
import dev.headpond.policy.Reading.Valid;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;

/// Buffers for tests, written as YAML.
public final class Buffers {
    public static final String LEAST = "{sink: {redis: {uri: 'redis://redis:6379', stream: orders}}}";

    private Buffers() {}

    public static IngestionBuffer buffer(String name, JsonNode spec) {
        var buffer = new IngestionBuffer();
        buffer.setMetadata(new ObjectMetaBuilder()
                .withNamespace("shop")
                .withName(name)
                .withUid("0b5c1d0e-6f2a-4d3b-9a77-2f1e8c4d5a60")
                .withGeneration(7L)
                .build());
        buffer.setSpec(new IngestionBufferSpec(spec));
        return buffer;
    }

    public static IngestionBuffer buffer(String spec) {
        return buffer("orders", yaml(spec));
    }

    /// The declaration of a spec that must be valid.
    public static Declaration declaration(String spec) {
        return declaration(buffer(spec));
    }

    public static Declaration declaration(IngestionBuffer buffer) {
        return switch (SpecReader.read(buffer)) {
            case Valid<Declaration>(var declaration) -> declaration;
            case Invalid<Declaration> invalid -> throw new AssertionError(invalid.line());
        };
    }

    /// The problems of a spec in one line; empty where it is valid.
    static String problems(IngestionBuffer buffer) {
        return switch (SpecReader.read(buffer)) {
            case Valid<Declaration> _ -> "";
            case Invalid<Declaration> invalid -> invalid.line();
        };
    }

    static JsonNode yaml(String text) {
        try {
            return new YAMLMapper().readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(text, e);
        }
    }
}
