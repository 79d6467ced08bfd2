package dev.headpond.playground.apiserver.apply;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/// What came of an apply.
public sealed interface ApplyOutcome {
    /// @param object the whole new object with its managedFields; equal to the old one if nothing changed
    record Merged(ObjectNode object) implements ApplyOutcome {}

    /// Others own fields that the apply would change; never empty.
    record Conflicts(List<Conflict> conflicts) implements ApplyOutcome {}

    /// @param path like `.spec.replicas`
    record Conflict(Manager owner, String path) {}
}
