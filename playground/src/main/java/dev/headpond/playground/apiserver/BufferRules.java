package dev.headpond.playground.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import dev.headpond.playground.apiserver.store.Validator;
import dev.headpond.policy.Policy;
import dev.headpond.policy.PolicyReader;
import dev.headpond.policy.Problem;
import dev.headpond.policy.Reading.Invalid;
import dev.headpond.policy.Reading.Valid;
import dev.headpond.policy.ScalingReader;
import java.util.List;
import java.util.Optional;

/// Refuses what the rules in the definition of an IngestionBuffer refuse on a real server, with the words of
/// [PolicyReader] and [ScalingReader]. Rules about a change, which look at the previous object, are not among them.
public final class BufferRules implements Validator {
    private static final String KIND = "IngestionBuffer";

    @Override
    public List<String> problems(String kind, JsonNode object, Optional<JsonNode> previous) {
        if (!kind.equals(KIND)) {
            return List.of();
        }
        var name = object.at("/metadata/namespace").asText() + "/"
                + object.at("/metadata/name").asText();
        var spec = object.path("spec");
        return switch (PolicyReader.ofSpec(name, spec)) {
            case Invalid<Policy>(var problems) -> lines(problems);
            case Valid<Policy>(var policy) -> scaling(spec, policy);
        };
    }

    private static List<String> scaling(JsonNode spec, Policy policy) {
        return switch (ScalingReader.ofSpec(spec, policy)) {
            case Invalid<?>(var problems) -> lines(problems);
            case Valid<?> _ -> List.of();
        };
    }

    /// Their fields begin below `spec`.
    private static List<String> lines(List<Problem> problems) {
        return problems.stream().map(problem -> "spec." + problem.line()).toList();
    }
}
