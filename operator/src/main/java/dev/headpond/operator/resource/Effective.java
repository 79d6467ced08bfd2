package dev.headpond.operator.resource;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.headpond.policy.PolicyWriter;
import dev.headpond.policy.ScalingPolicy;
import dev.headpond.policy.ScalingPolicy.Direction;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;

/// A declaration as a spec with every default written out, for `status.effective`: defaults are applied in code, and a
/// user must be able to see them.
public final class Effective {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private Effective() {}

    public static ObjectNode of(Declaration declaration) {
        var spec = policy(declaration);
        spec.putObject("placement")
                .put(
                        "mode",
                        switch (declaration.placement()) {
                            case Placement.Standalone _ -> "Standalone";
                        });
        scaling(declaration.scaling(), spec.putObject("scaling"));
        var resources = spec.putObject("pod").putObject("resources");
        quantities(declaration.pod().limits(), resources.putObject("limits"));
        quantities(declaration.pod().requests(), resources.putObject("requests"));
        return spec;
    }

    private static ObjectNode policy(Declaration declaration) {
        try {
            var tree = (ObjectNode) JSON.readTree(PolicyWriter.write(declaration.policy()));
            tree.remove("name");
            return tree;
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a policy is always written as JSON", e);
        }
    }

    private static void scaling(ScalingPolicy scaling, ObjectNode to) {
        to.put("mode", scaling.mode().name())
                .put("replicas", scaling.replicas())
                .put("minReplicas", scaling.minReplicas())
                .put("maxReplicas", scaling.maxReplicas())
                .put("targetQueueDepthPercent", scaling.targetQueueDepthPercent())
                .put("maxRateLimitedRatio", scaling.maxRateLimitedRatio().percent());
        var behavior = to.putObject("behavior");
        direction(scaling.behavior().scaleUp(), behavior.putObject("scaleUp"));
        direction(scaling.behavior().scaleDown(), behavior.putObject("scaleDown"));
    }

    private static void direction(Direction direction, ObjectNode to) {
        to.put("stabilizationWindowSeconds", direction.stabilizationWindow().toSeconds())
                .put("selectPolicy", direction.selectPolicy().name());
        var policies = to.putArray("policies");
        direction
                .policies()
                .forEach(rate -> policies.addObject()
                        .put("type", rate.type().name())
                        .put("value", rate.value())
                        .put("periodSeconds", rate.period().toSeconds()));
    }

    private static void quantities(Map<String, Quantity> quantities, ObjectNode to) {
        quantities.forEach((name, quantity) -> to.put(name, quantity.toString()));
    }
}
