package dev.headpond.playground.apiserver.store;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;

/// Rules beyond a schema, asked before an object is stored. It stands where a real server evaluates the CEL
/// rules of a definition, which this server does not.
@FunctionalInterface
public interface Validator {
    /// @param kind like `IngestionBuffer`
    /// @param object as it would be stored, with its defaults; must not be changed
    /// @param previous as it is stored now; empty for a new object
    /// @return what is wrong, each like `spec.batch.maxEvents: 5000 must be 1..1000 events`; empty if nothing
    ///     is
    List<String> problems(String kind, JsonNode object, Optional<JsonNode> previous);

    static Validator none() {
        return (_, _, _) -> List.of();
    }
}
