package dev.headpond.playground.apiserver.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/// Reads an object's metadata; missing texts are empty.
public record Meta(JsonNode object) {
    static final String FINALIZERS = "finalizers";

    public static Meta of(JsonNode object) {
        return new Meta(object);
    }

    /// The metadata to write to, made if it is not there.
    static ObjectNode editable(ObjectNode object) {
        return object.get("metadata") instanceof ObjectNode metadata ? metadata : object.putObject("metadata");
    }

    public String name() {
        return text("name");
    }

    public String namespace() {
        return text("namespace");
    }

    public String uid() {
        return text("uid");
    }

    public String revision() {
        return text("resourceVersion");
    }

    public boolean isDeleting() {
        return !text("deletionTimestamp").isEmpty();
    }

    List<String> finalizers() {
        var names = new ArrayList<String>();
        field(FINALIZERS).forEach(name -> names.add(name.asText()));
        return names;
    }

    List<JsonNode> owners() {
        return field("ownerReferences") instanceof ArrayNode owners
                ? owners.valueStream().toList()
                : List.of();
    }

    JsonNode field(String name) {
        return object.path("metadata").path(name);
    }

    private String text(String name) {
        return field(name).asText();
    }
}
