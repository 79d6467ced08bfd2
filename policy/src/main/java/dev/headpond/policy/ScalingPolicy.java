package dev.headpond.policy;

import java.time.Duration;
import java.util.List;

/// How many pods a buffer has. Only the operator reads it: a change here rolls no pod.
///
/// @param mode who decides
/// @param replicas what `/scale` reads and writes; followed under External
/// @param minReplicas never fewer
/// @param maxReplicas never more
/// @param targetQueueDepthPercent fill of the ring, in percent, over which delivery counts as bound
/// @param maxRateLimitedRatio share of offered events that may be refused by the bucket
/// @param behavior how fast it may go, in the words of autoscaling/v2
public record ScalingPolicy(
        Mode mode,
        int replicas,
        int minReplicas,
        int maxReplicas,
        int targetQueueDepthPercent,
        Ratio maxRateLimitedRatio,
        Behavior behavior) {
    public enum Mode {
        /// The operator scales.
        Automatic,
        /// The operator publishes what it would do and keeps `replicas`.
        Recommend,
        /// An HPA, KEDA or a person owns `/scale`.
        External
    }

    public ScalingPolicy {
        Bounds.REPLICAS.require("scaling.replicas", replicas);
        Bounds.REPLICAS.require("scaling.minReplicas", minReplicas);
        Bounds.REPLICAS.require("scaling.maxReplicas", maxReplicas);
        Bounds.TARGET_DEPTH_PERCENT.require("scaling.targetQueueDepthPercent", targetQueueDepthPercent);
        if (minReplicas > maxReplicas) {
            throw new IllegalArgumentException("scaling.minReplicas: " + minReplicas + " is over maxReplicas");
        }
    }

    /// Rules for each direction.
    public record Behavior(Direction scaleUp, Direction scaleDown) {}

    /// @param stabilizationWindow how long past recommendations bind the present one
    /// @param selectPolicy which of `policies` counts
    /// @param policies how far one period may go; empty means no bound of this kind
    public record Direction(Duration stabilizationWindow, Select selectPolicy, List<Rate> policies) {
        public enum Select {
            Max,
            Min,
            Disabled
        }

        public Direction {
            Bounds.STABILIZATION.require("scaling.behavior.stabilizationWindowSeconds", stabilizationWindow);
            policies = List.copyOf(policies);
        }
    }

    /// @param type whether `value` counts pods or percent of the pods at the period's start
    /// @param value most that may change in one period
    /// @param period length of the period
    public record Rate(Type type, int value, Duration period) {
        public enum Type {
            Pods,
            Percent
        }

        public Rate {
            Bounds.POLICY_VALUE.require("scaling.behavior.policies.value", value);
            Bounds.POLICY_PERIOD.require("scaling.behavior.policies.periodSeconds", period);
        }
    }
}
