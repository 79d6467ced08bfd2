package dev.headpond.playground.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// Who writes, and how: each combination owns its own set of fields.
///
/// @param name the `fieldManager` of the request
/// @param subresource `status`, `scale`, or empty for the object itself
public record Manager(String name, Operation operation, String subresource) {
    /// How fields came to be owned.
    public enum Operation {
        Apply,
        Update
    }

    static Manager read(JsonNode entry) {
        return new Manager(
                entry.path("manager").asText(),
                entry.path("operation").asText().equals("Apply") ? Operation.Apply : Operation.Update,
                entry.path("subresource").asText());
    }

    ObjectNode entry(String apiVersion, String time, FieldSet fields) {
        var entry = JsonNodeFactory.instance
                .objectNode()
                .put("manager", name)
                .put("operation", operation.name())
                .put("apiVersion", apiVersion)
                .put("time", time)
                .put("fieldsType", "FieldsV1");
        entry.set("fieldsV1", fields.json());
        if (!subresource.isEmpty()) {
            entry.put("subresource", subresource);
        }
        return entry;
    }
}
