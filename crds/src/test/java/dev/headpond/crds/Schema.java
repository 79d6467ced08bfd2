package dev.headpond.crds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// One place in an OpenAPI v3 schema, and what can be added to it.
record Schema(ObjectNode node) {
    /// The schema of a field: `admission.burst`, with `[]` for the items of a list.
    Schema at(String path) {
        var here = node;
        for (var name : path.split("\\.", -1)) {
            boolean items = name.endsWith("[]");
            var field = items ? name.substring(0, name.length() - 2) : name;
            here = child(here.path("properties"), field, path);
            here = items ? child(here, "items", path) : here;
        }
        return new Schema(here);
    }

    private static ObjectNode child(JsonNode parent, String name, String path) {
        if (parent.get(name) instanceof ObjectNode child) {
            return child;
        }
        throw new IllegalArgumentException("the schema has no " + name + " on the way to " + path);
    }

    Schema put(String keyword, long value) {
        node.put(keyword, value);
        return this;
    }

    Schema put(String keyword, String value) {
        node.put(keyword, value);
        return this;
    }

    /// A text that matches as a whole. Rules that touch it need the length to stay within their cost.
    Schema text(String pattern, int maxLength) {
        return put("pattern", pattern).put("maxLength", maxLength);
    }

    Schema text(int maxLength) {
        return put("minLength", 1).put("maxLength", maxLength);
    }

    Schema required(String... fields) {
        var list = node.putArray("required");
        for (var field : fields) {
            list.add(field);
        }
        return this;
    }

    Schema strings(String keyword, String... values) {
        var list = node.putArray(keyword);
        for (var value : values) {
            list.add(value);
        }
        return this;
    }

    /// @param rule CEL that must be true of this value
    /// @param message what is wrong and what to do
    Schema rule(String rule, String message) {
        node.withArray("x-kubernetes-validations").addObject().put("rule", rule).put("message", message);
        return this;
    }

    /// The same, shown at a field below.
    Schema rule(String rule, String message, String fieldPath) {
        node.withArray("x-kubernetes-validations")
                .addObject()
                .put("rule", rule)
                .put("message", message)
                .put("fieldPath", "." + fieldPath);
        return this;
    }
}
