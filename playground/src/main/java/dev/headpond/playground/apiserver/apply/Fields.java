package dev.headpond.playground.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Reads the field sets of objects: which fields an object has, and which differ between two states of it.
final class Fields {
    /// What the server writes, and what names the object: nobody owns these.
    private static final List<String> NOBODYS = List.of(
            "name",
            "generateName",
            "namespace",
            "uid",
            "resourceVersion",
            "generation",
            "creationTimestamp",
            "deletionTimestamp",
            "deletionGracePeriodSeconds",
            "managedFields",
            "selfLink");

    private Fields() {}

    /// A copy without what nobody can own.
    static ObjectNode ownable(ObjectNode object) {
        var copy = object.deepCopy();
        copy.remove(List.of("apiVersion", "kind"));
        if (copy.get("metadata") instanceof ObjectNode metadata) {
            metadata.remove(NOBODYS);
            if (metadata.isEmpty()) {
                copy.remove("metadata");
            }
        }
        return copy;
    }

    /// Every field of the value.
    static FieldSet of(JsonNode value, Shape shape) {
        if (value.isObject() && !value.isEmpty() && !shape.isAtomicMap()) {
            var children = new TreeMap<String, FieldSet>();
            value.properties()
                    .forEach(field -> children.put(
                            Step.field(field.getKey()), of(field.getValue(), shape.field(field.getKey()))));
            return FieldSet.of(false, children);
        }
        if (value.isArray() && !value.isEmpty()) {
            return Step.toAll(value, shape.list())
                    .map(steps -> items(value, steps, shape))
                    .orElse(FieldSet.LEAF);
        }
        return FieldSet.LEAF;
    }

    private static FieldSet items(JsonNode list, List<String> steps, Shape shape) {
        var children = new TreeMap<String, FieldSet>();
        for (int i = 0; i < steps.size(); i++) {
            children.put(steps.get(i), item(list.get(i), shape));
        }
        return FieldSet.of(false, children);
    }

    private static FieldSet item(JsonNode item, Shape shape) {
        return item.isObject() ? of(item, shape.item()).union(FieldSet.LEAF) : FieldSet.LEAF;
    }

    /// The fields of `after` that `before` has not, or has with another value.
    static FieldSet changed(JsonNode before, JsonNode after, Shape shape) {
        if (before.equals(after)) {
            return FieldSet.NONE;
        }
        if (before.isObject() && after.isObject() && !shape.isAtomicMap()) {
            var children = new TreeMap<String, FieldSet>();
            after.properties()
                    .forEach(field -> children.put(
                            Step.field(field.getKey()),
                            changedField(before.get(field.getKey()), field.getValue(), shape.field(field.getKey()))));
            return FieldSet.of(false, children);
        }
        if (before instanceof ArrayNode was && after.isArray()) {
            return Step.toAll(after, shape.list())
                    .map(steps -> changedItems(was, after, steps, shape))
                    .orElse(FieldSet.LEAF);
        }
        return of(after, shape);
    }

    private static FieldSet changedField(@Nullable JsonNode before, JsonNode after, Shape shape) {
        return before == null ? of(after, shape) : changed(before, after, shape);
    }

    private static FieldSet changedItems(ArrayNode before, JsonNode after, List<String> steps, Shape shape) {
        var children = new TreeMap<String, FieldSet>();
        for (int i = 0; i < steps.size(); i++) {
            var item = after.get(i);
            var was = Step.indexIn(before, steps.get(i));
            children.put(
                    steps.get(i),
                    was.isEmpty() ? item(item, shape) : changed(before.get(was.getAsInt()), item, shape.item()));
        }
        return FieldSet.of(false, children);
    }

    /// Those paths of the set that lead somewhere in the value.
    static FieldSet within(FieldSet set, JsonNode value) {
        var children = new TreeMap<String, FieldSet>();
        set.children().forEach((step, child) -> {
            var found = follow(value, step);
            if (!found.isMissingNode()) {
                children.put(step, within(child, found));
            }
        });
        return FieldSet.of(set.isMember(), children);
    }

    private static JsonNode follow(JsonNode value, String step) {
        if (step.startsWith("f:")) {
            return value.path(step.substring("f:".length()));
        }
        if (value instanceof ArrayNode list) {
            var at = Step.indexIn(list, step);
            return at.isEmpty() ? JsonNodeFactory.instance.missingNode() : list.get(at.getAsInt());
        }
        return JsonNodeFactory.instance.missingNode();
    }
}
