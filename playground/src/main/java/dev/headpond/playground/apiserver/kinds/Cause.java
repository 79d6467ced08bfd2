package dev.headpond.playground.apiserver.kinds;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// One thing that is wrong with an object.
///
/// @param field path like `spec.batch.maxEvents`; empty when the message names it
public record Cause(String field, String message) {
    ObjectNode json(String reason) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("reason", reason)
                .put("message", message)
                .put("field", field);
    }
}
