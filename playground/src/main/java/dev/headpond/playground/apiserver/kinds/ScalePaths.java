package dev.headpond.playground.apiserver.kinds;

import java.util.Optional;

/// Where the scale subresource finds its numbers, as paths like `.spec.replicas`.
///
/// @param selector a path of a text, or of a label selector; empty when nothing can be selected
public record ScalePaths(String specReplicas, String statusReplicas, Optional<String> selector) {
    static final ScalePaths WORKLOAD =
            new ScalePaths(".spec.replicas", ".status.replicas", Optional.of(".spec.selector"));
}
