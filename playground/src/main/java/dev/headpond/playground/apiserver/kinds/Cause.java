package dev.headpond.playground.apiserver.kinds;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// One thing that is wrong with an object.
///
/// @param field path like `spec.batch.maxEvents`; empty when the message names it
public record Cause(String field, String message) {
    /// Reads `field: message`; a message that does not begin with a field is one about the whole.
    public static Cause of(String line) {
        var parts = line.split(": ", 2);
        return parts.length == 2 && parts[0].matches("[\\w.\\[\\]-]+")
                ? new Cause(parts[0], parts[1])
                : new Cause("", line);
    }

    ObjectNode json(String reason) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("reason", reason)
                .put("message", message)
                .put("field", field);
    }
}
