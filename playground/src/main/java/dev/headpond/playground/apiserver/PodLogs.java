package dev.headpond.playground.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Optional;

/// Finds what a pod has written.
@FunctionalInterface
public interface PodLogs {
    /// @param pod the whole object
    /// @return the file that its container writes to; empty if there is none
    Optional<Path> find(JsonNode pod);

    static PodLogs none() {
        return _ -> Optional.empty();
    }
}
