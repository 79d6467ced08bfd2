package dev.headpond.operator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.headpond.crds.IngestionBuffer;
import dev.headpond.crds.IngestionBufferSpec;
import dev.headpond.operator.resource.Declaration;
import dev.headpond.operator.resource.Effective;
import dev.headpond.operator.resource.SpecReader;
import dev.headpond.policy.Reading;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Keeps the last good spec in `status.effective` and brings it back while a newer one is refused, also after a
/// restart:
/// a typing error must neither stop a buffer nor leave it without repair and scaling.
final class LastGood {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private LastGood() {}

    /// The spec in force: as it was written, with every default filled in. It can be read as a spec again.
    static JsonNode effective(IngestionBuffer buffer, Declaration declaration) {
        var written = buffer.getSpec().tree();
        var spec = written instanceof ObjectNode object ? object.deepCopy() : JSON.createObjectNode();
        return normal(overlay(spec, Effective.of(declaration)));
    }

    /// What ran before a refused edit, or empty where nothing ever did.
    static Optional<Declaration> of(IngestionBuffer buffer, @Nullable JsonNode effective) {
        if (effective == null) {
            return Optional.empty();
        }
        var last = new IngestionBuffer();
        last.setMetadata(new ObjectMetaBuilder(buffer.getMetadata())
                .withAnnotations(null)
                .build());
        last.setSpec(new IngestionBufferSpec(effective));
        return switch (SpecReader.read(last)) {
            case Reading.Valid<Declaration>(var declaration) -> Optional.of(pausedLike(buffer, declaration));
            case Reading.Invalid<Declaration> _ -> Optional.empty();
        };
    }

    /// The annotation is obeyed now, whatever is wrong with the spec beside it.
    private static Declaration pausedLike(IngestionBuffer buffer, Declaration d) {
        var annotations = buffer.getMetadata().getAnnotations();
        boolean paused = annotations != null && "true".equals(annotations.get(Declaration.PAUSED));
        return new Declaration(
                d.namespace(),
                d.name(),
                d.uid(),
                d.generation(),
                d.policy(),
                d.scaling(),
                d.placement(),
                d.pod(),
                paused);
    }

    private static ObjectNode overlay(ObjectNode under, ObjectNode over) {
        over.properties().forEach(e -> {
            if (under.get(e.getKey()) instanceof ObjectNode below && e.getValue() instanceof ObjectNode above) {
                overlay(below, above);
            } else {
                under.set(e.getKey(), e.getValue());
            }
        });
        return under;
    }

    /// With the number types that a reader of the text would see, so that it equals what comes back from the server.
    private static JsonNode normal(JsonNode tree) {
        try {
            return JSON.readTree(tree.toString());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree is always JSON", e);
        }
    }
}
