package dev.headpond.playground.apiserver.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/// One write, as watchers see it.
///
/// @param revision of the store after it; each change has the next one
/// @param object as it is now, or at the end for a removal
/// @param previous empty for a new object
public record Change(long revision, Type type, String typeId, ObjectNode object, Optional<ObjectNode> previous) {
    /// As in a watch event.
    public enum Type {
        ADDED,
        MODIFIED,
        DELETED
    }
}
