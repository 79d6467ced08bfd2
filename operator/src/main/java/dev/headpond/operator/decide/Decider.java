package dev.headpond.operator.decide;

import dev.headpond.policy.Policy;
import dev.headpond.policy.ScalingPolicy;
import java.util.Objects;

/// How many pods a buffer should have, and why. A pure function: the same arguments give the same
/// answer, and it may be asked as often as one likes between two observations.
public final class Decider {
    public Decider(DeciderTimings timings) {
        Objects.requireNonNull(timings);
    }

    /// @param policy what the pods are told
    /// @param scaling bounds and wishes
    /// @param workload what is known of the pods beside their loads
    /// @param window the last observations
    /// @param before [Decision#next] of the last decision, or [ScalingState#NONE]
    public Decision decide(
            Policy policy, ScalingPolicy scaling, Workload workload, Window window, ScalingState before) {
        int replicas = Math.clamp(workload.replicas(), scaling.minReplicas(), scaling.maxReplicas());
        var figures = window.whole()
                .map(span -> span.figures(before.latencyBaselineMillis()))
                .orElseGet(() -> Span.noFigures(workload.readyReplicas(), 0));
        return new Decision(
                replicas, replicas, Diagnosis.InBand, "Held", "the rule is still being built", figures, before);
    }
}
