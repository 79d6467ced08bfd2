package dev.headpond.operator;

import dev.headpond.operator.decide.Decision;
import dev.headpond.operator.resource.Declaration;
import dev.headpond.policy.ScalingPolicy;
import java.util.OptionalInt;

/// How many pods the workload is asked for: between minReplicas and maxReplicas, so never 0.
final class Replicas {
    private Replicas() {}

    /// @param asked what was last asked for by this process, or empty
    /// @param standing what the workload asks for, or empty where there is none yet
    static int present(ScalingPolicy scaling, OptionalInt asked, OptionalInt standing) {
        return within(scaling, asked.orElse(standing.orElse(scaling.replicas())));
    }

    /// Who decides: a person who has paused, `spec.scaling.replicas` (written through /scale), or the rule.
    static int next(Declaration declaration, int present, Decision decision) {
        var scaling = declaration.scaling();
        if (declaration.paused()) {
            return present;
        }
        return switch (scaling.mode()) {
            case Automatic -> within(scaling, decision.replicas());
            case Recommend, External -> within(scaling, scaling.replicas());
        };
    }

    private static int within(ScalingPolicy scaling, int replicas) {
        return Math.clamp(replicas, scaling.minReplicas(), scaling.maxReplicas());
    }
}
