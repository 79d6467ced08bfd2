package dev.headpond.playground.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/// Strategic merge patch: like a merge patch, but lists that have keys are merged item by item.
/// Understood are `$patch: delete` and `$patch: replace`, `$deleteFromPrimitiveList/…` and `$retainKeys`;
/// `$setElementOrder/…` is ignored, since no reader depends on the order of keyed lists.
///
/// Source: Kubernetes documentation, "Update API Objects in Place Using kubectl patch".
public final class StrategicPatch {
    private static final String DIRECTIVE = "$patch";
    private static final String DELETE_FROM = "$deleteFromPrimitiveList/";
    private static final String RETAIN = "$retainKeys";

    private StrategicPatch() {}

    /// A new object; the target stays as it is.
    public static ObjectNode apply(ObjectNode target, ObjectNode patch, Shape shape) {
        if (patch.path(DIRECTIVE).asText().equals("replace")) {
            var replacement = patch.deepCopy();
            replacement.remove(DIRECTIVE);
            return replacement;
        }
        var result = target.deepCopy();
        if (patch.path(RETAIN) instanceof ArrayNode retained) {
            var names = new ArrayList<String>();
            retained.forEach(name -> names.add(name.asText()));
            result.retain(names);
        }
        patch.properties().forEach(field -> set(result, field.getKey(), field.getValue(), shape));
        return result;
    }

    private static void set(ObjectNode result, String name, JsonNode value, Shape shape) {
        if (name.startsWith(DELETE_FROM)) {
            deleteFrom(result.path(name.substring(DELETE_FROM.length())), value);
        } else if (value.isNull() || isDeletion(value)) {
            result.remove(name);
        } else if (!name.startsWith("$")) {
            result.set(name, merged(result.get(name), value, shape.field(name)));
        }
    }

    private static boolean isDeletion(JsonNode value) {
        return value.path(DIRECTIVE).asText().equals("delete");
    }

    private static void deleteFrom(JsonNode list, JsonNode values) {
        if (list instanceof ArrayNode array) {
            values.forEach(value -> Step.indexIn(array, Step.value(value)).ifPresent(array::remove));
        }
    }

    private static JsonNode merged(@Nullable JsonNode target, JsonNode patch, Shape shape) {
        if (patch instanceof ObjectNode fields) {
            var base = target instanceof ObjectNode object ? object : JsonNodeFactory.instance.objectNode();
            return apply(base, fields, shape);
        }
        if (patch instanceof ArrayNode items && !(shape.list() instanceof Shape.ListKind.Atomic)) {
            return mergedList(target instanceof ArrayNode list ? list.deepCopy() : emptyList(), items, shape);
        }
        return patch.deepCopy();
    }

    private static ArrayNode mergedList(ArrayNode target, ArrayNode items, Shape shape) {
        for (var item : items) {
            if (item.path(DIRECTIVE).asText().equals("replace")) {
                return withoutDirectives(items);
            }
        }
        items.forEach(item -> mergeItem(target, item, shape));
        return target;
    }

    private static void mergeItem(ArrayNode target, JsonNode item, Shape shape) {
        var at = Step.to(item, shape.list()).map(step -> Step.indexIn(target, step));
        if (at.isEmpty() || at.get().isEmpty()) {
            if (!isDeletion(item)) {
                target.add(merged(null, item, shape.item()));
            }
        } else if (isDeletion(item)) {
            target.remove(at.get().getAsInt());
        } else {
            target.set(at.get().getAsInt(), merged(target.get(at.get().getAsInt()), item, shape.item()));
        }
    }

    private static ArrayNode withoutDirectives(ArrayNode items) {
        var kept = emptyList();
        items.forEach(item -> {
            if (!item.has(DIRECTIVE)) {
                kept.add(item.deepCopy());
            }
        });
        return kept;
    }

    private static ArrayNode emptyList() {
        return JsonNodeFactory.instance.arrayNode();
    }
}
