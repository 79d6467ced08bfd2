package dev.headpond.playground.apiserver.apply;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// JSON patch, RFC 6902.
public final class JsonPatch {
    private JsonPatch() {}

    /// A new document; the target stays as it is.
    ///
    /// @throws IllegalArgumentException if an operation cannot be done or a test fails; the message names it
    public static JsonNode apply(JsonNode target, JsonNode operations) {
        if (!operations.isArray()) {
            throw new IllegalArgumentException("a JSON patch must be a list of operations");
        }
        var document = target.deepCopy();
        for (var operation : operations) {
            document = step(document, operation);
        }
        return document;
    }

    private static JsonNode step(JsonNode document, JsonNode operation) {
        var path = pointer(operation, "path");
        switch (operation.path("op").asText()) {
            case "add" -> {
                return add(document, path, operation.path("value"), operation);
            }
            case "replace" -> {
                existing(document, path, operation);
                remove(document, path, operation);
                return add(document, path, operation.path("value"), operation);
            }
            case "remove" -> remove(document, path, operation);
            case "copy" -> {
                return add(document, path, existing(document, pointer(operation, "from"), operation), operation);
            }
            case "move" -> {
                var moved = existing(document, pointer(operation, "from"), operation);
                remove(document, pointer(operation, "from"), operation);
                return add(document, path, moved, operation);
            }
            case "test" -> {
                if (!document.at(path).equals(operation.path("value"))) {
                    throw failure(operation, "the value there is " + document.at(path));
                }
            }
            default -> throw failure(operation, "op must be add, remove, replace, move, copy or test");
        }
        return document;
    }

    private static JsonNode add(JsonNode document, JsonPointer path, JsonNode value, JsonNode operation) {
        if (value.isMissingNode()) {
            throw failure(operation, "value is missing");
        }
        var added = value.deepCopy();
        if (path.matches()) {
            return added;
        }
        var parent = document.at(path.head());
        var last = path.last();
        if (parent instanceof ObjectNode object) {
            object.set(last.getMatchingProperty(), added);
        } else if (parent instanceof ArrayNode list
                && last.getMatchingProperty().equals("-")) {
            list.add(added);
        } else if (parent instanceof ArrayNode list && isIndex(last.getMatchingIndex(), list.size())) {
            list.insert(last.getMatchingIndex(), added);
        } else {
            throw failure(operation, "the parent of the path does not exist");
        }
        return document;
    }

    private static boolean isIndex(int index, int max) {
        return index >= 0 && index <= max;
    }

    private static void remove(JsonNode document, JsonPointer path, JsonNode operation) {
        existing(document, path, operation);
        var parent = path.matches() ? document : document.at(path.head());
        if (path.matches()) {
            return;
        }
        if (parent instanceof ObjectNode object) {
            object.remove(path.last().getMatchingProperty());
        } else if (parent instanceof ArrayNode list) {
            list.remove(path.last().getMatchingIndex());
        }
    }

    private static JsonNode existing(JsonNode document, JsonPointer path, JsonNode operation) {
        var value = document.at(path);
        if (value.isMissingNode()) {
            throw failure(operation, "there is nothing at " + path);
        }
        return value;
    }

    private static JsonPointer pointer(JsonNode operation, String field) {
        try {
            return JsonPointer.compile(operation.path(field).asText());
        } catch (IllegalArgumentException _) {
            throw failure(operation, field + " must be a JSON pointer");
        }
    }

    private static IllegalArgumentException failure(JsonNode operation, String why) {
        return new IllegalArgumentException("JSON patch " + operation + ": " + why);
    }
}
