package dev.headpond.playground.apiserver.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a structural schema does to an object before it is stored: unknown fields go, defaults come.
/// Whether the values are right is [SchemaCheck]'s question.
public final class StructuralSchema {
    private StructuralSchema() {}

    /// Removes in place what the schema does not know.
    ///
    /// @return the paths of what was removed
    public static List<String> prune(JsonNode schema, ObjectNode object) {
        var removed = new ArrayList<String>();
        var metadata = object.remove("metadata");
        var apiVersion = object.remove("apiVersion");
        var kind = object.remove("kind");
        prune(schema, object, "", removed);
        restore(object, "apiVersion", apiVersion);
        restore(object, "kind", kind);
        restore(object, "metadata", metadata);
        return removed;
    }

    private static void restore(ObjectNode object, String field, @Nullable JsonNode value) {
        if (value != null) {
            object.set(field, value);
        }
    }

    private static void prune(JsonNode schema, JsonNode value, String path, List<String> removed) {
        if (value instanceof ObjectNode object) {
            pruneFields(schema, object, path, removed);
        } else if (value instanceof ArrayNode list) {
            for (int i = 0; i < list.size(); i++) {
                prune(schema.path("items"), list.get(i), path + "[" + i + "]", removed);
            }
        }
    }

    private static void pruneFields(JsonNode schema, ObjectNode object, String path, List<String> removed) {
        var names = new ArrayList<String>();
        object.fieldNames().forEachRemaining(names::add);
        for (var name : names) {
            var at = path.isEmpty() ? name : path + "." + name;
            var field = fieldOf(schema, name);
            if (field.isObject()) {
                prune(field, object.get(name), at, removed);
            } else if (!keepsUnknown(schema) && !field.asBoolean(false)) {
                object.remove(name);
                removed.add(at);
            }
        }
    }

    private static boolean keepsUnknown(JsonNode schema) {
        return schema.path("x-kubernetes-preserve-unknown-fields").asBoolean(false);
    }

    /// The schema of a field: its own, or the one for any name; `additionalProperties: true` yields true.
    static JsonNode fieldOf(JsonNode schema, String name) {
        var own = schema.path("properties").path(name);
        return own.isMissingNode() ? schema.path("additionalProperties") : own;
    }

    /// Sets in place what is missing, or null where null is no value, and has a default.
    public static void setDefaults(JsonNode schema, JsonNode value) {
        if (value instanceof ObjectNode object) {
            schema.path("properties")
                    .properties()
                    .forEach(field -> setDefault(field.getKey(), field.getValue(), object));
            object.properties().forEach(field -> setDefaults(fieldOf(schema, field.getKey()), field.getValue()));
        } else if (value instanceof ArrayNode list) {
            list.forEach(item -> setDefaults(schema.path("items"), item));
        }
    }

    private static void setDefault(String name, JsonNode schema, ObjectNode object) {
        boolean isMissing = !object.has(name)
                || (object.path(name).isNull() && !schema.path("nullable").asBoolean(false));
        if (isMissing && schema.has("default")) {
            object.set(name, schema.path("default").deepCopy());
        }
    }
}
