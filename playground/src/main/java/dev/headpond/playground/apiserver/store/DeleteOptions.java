package dev.headpond.playground.apiserver.store;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.OptionalLong;

/// How a deletion is to be done.
///
/// @param gracePeriodSeconds of a pod; empty takes the pod's own
/// @param uid deletes only the object with this one
/// @param revision deletes only the object that is at this resourceVersion
public record DeleteOptions(
        OptionalLong gracePeriodSeconds,
        Propagation propagation,
        Optional<String> uid,
        Optional<String> revision,
        boolean isDryRun) {

    /// What becomes of the objects that the deleted one owns.
    public enum Propagation {
        Background,
        Foreground,
        Orphan
    }

    static final DeleteOptions PLAIN =
            new DeleteOptions(OptionalLong.empty(), Propagation.Background, Optional.empty(), Optional.empty(), false);

    /// From a `DeleteOptions` document, which may be empty.
    public static DeleteOptions read(JsonNode options) {
        var grace = options.path("gracePeriodSeconds");
        var propagation = switch (options.path("propagationPolicy").asText()) {
            case "Foreground" -> Propagation.Foreground;
            case "Orphan" -> Propagation.Orphan;
            default -> options.path("orphanDependents").asBoolean(false) ? Propagation.Orphan : Propagation.Background;
        };
        return new DeleteOptions(
                grace.isIntegralNumber() ? OptionalLong.of(grace.asLong()) : OptionalLong.empty(),
                propagation,
                text(options.path("preconditions").path("uid")),
                text(options.path("preconditions").path("resourceVersion")),
                !options.path("dryRun").isEmpty());
    }

    private static Optional<String> text(JsonNode node) {
        return node.isTextual() ? Optional.of(node.asText()) : Optional.empty();
    }
}
