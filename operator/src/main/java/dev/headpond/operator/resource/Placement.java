package dev.headpond.operator.resource;

import io.fabric8.kubernetes.api.model.LabelSelector;
import java.util.Optional;

/// Where the buffers of a declaration run.
public sealed interface Placement {
    /// Pods of their own behind a Service.
    ///
    /// @param near pods to be close to: the same node if there is room, else the same zone
    record Standalone(Optional<LabelSelector> near) implements Placement {}
}
