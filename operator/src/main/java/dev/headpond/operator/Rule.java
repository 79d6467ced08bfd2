package dev.headpond.operator;

import dev.headpond.operator.decide.Decision;
import dev.headpond.operator.decide.ScalingState;
import dev.headpond.operator.decide.Window;
import dev.headpond.operator.decide.Workload;
import dev.headpond.policy.Policy;
import dev.headpond.policy.ScalingPolicy;

/// The rule of scaling as the reconciler sees it: [dev.headpond.operator.decide.Decider#decide].
@FunctionalInterface
interface Rule {
    Decision decide(Policy policy, ScalingPolicy scaling, Workload workload, Window window, ScalingState before);
}
