package dev.headpond.policy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.headpond.policy.ScalingPolicy.Behavior;
import dev.headpond.policy.ScalingPolicy.Direction;
import dev.headpond.policy.ScalingPolicy.Direction.Select;
import dev.headpond.policy.ScalingPolicy.Mode;
import dev.headpond.policy.ScalingPolicy.Rate;
import java.time.Duration;
import java.util.ArrayList;

/// Strict reading of `spec.scaling`, and of the rules that tie it to a [Policy].
public final class ScalingReader {
    private ScalingReader() {}

    /// @param spec the whole spec as a tree
    /// @param policy what the same spec says to the pods
    public static Reading<ScalingPolicy> ofSpec(JsonNode spec, Policy policy) {
        var problems = new ArrayList<Problem>();
        var f = Fields.root(spec, problems).object("scaling");
        int min = f.small("minReplicas", 1, Bounds.REPLICAS);
        int max = f.small("maxReplicas", Math.max(min, 3), Bounds.REPLICAS);
        var mode = f.oneOf("mode", Mode.Automatic);
        int replicas = f.small("replicas", min, Bounds.REPLICAS);
        int depth = f.small("targetQueueDepthPercent", 50, Bounds.TARGET_DEPTH_PERCENT);
        var ratio = f.ratio("maxRateLimitedRatio", "0.12%");
        var behavior = behavior(f.object("behavior"));
        f.refuseUnknown();
        if (min > max) {
            problems.add(new Problem(
                    "scaling.minReplicas",
                    Integer.toString(min),
                    "must not be over maxReplicas (" + max + "); lower it or raise maxReplicas"));
        }
        if (!problems.isEmpty()) {
            return new Reading.Invalid<>(problems);
        }
        var scaling = new ScalingPolicy(mode, replicas, min, max, depth, ratio, behavior);
        var broken = Rules.broken(policy.admission(), policy.sink(), scaling);
        return broken.isEmpty() ? new Reading.Valid<>(scaling) : new Reading.Invalid<>(broken);
    }

    private static Behavior behavior(Fields f) {
        var behavior = new Behavior(direction(f.object("scaleUp"), 0), direction(f.object("scaleDown"), 300));
        f.refuseUnknown();
        return behavior;
    }

    private static Direction direction(Fields f, int windowSeconds) {
        var seconds = Limit.count(0, Bounds.STABILIZATION.max() / 1_000_000_000L, Limit.Unit.COUNT);
        var direction = new Direction(
                Duration.ofSeconds(f.whole("stabilizationWindowSeconds", windowSeconds, seconds)),
                f.oneOf("selectPolicy", Select.Max),
                f.list("policies").stream().map(ScalingReader::rate).toList());
        f.refuseUnknown();
        return direction;
    }

    private static Rate rate(Fields f) {
        var seconds = Limit.count(1, Bounds.POLICY_PERIOD.max() / 1_000_000_000L, Limit.Unit.COUNT);
        var rate = new Rate(
                f.oneOf("type", Rate.Type.Pods),
                f.small("value", 1, Bounds.POLICY_VALUE),
                Duration.ofSeconds(f.whole("periodSeconds", 60, seconds)));
        f.refuseUnknown();
        return rate;
    }
}
