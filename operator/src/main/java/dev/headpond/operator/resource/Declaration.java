package dev.headpond.operator.resource;

import dev.headpond.policy.Policy;
import dev.headpond.policy.ScalingPolicy;

/// An `IngestionBuffer` that makes sense and that this version can run: every default applied, every bound kept.
///
/// @param namespace where it stands, and its pods with it
/// @param name 1..63 characters that can begin the name of a Service
/// @param uid for owner references
/// @param generation of the spec that was read
/// @param policy what the pods are told
/// @param scaling how many pods there are
/// @param placement where they run
/// @param pod what they are given beside their policy
/// @param paused whether a person stopped the scaling by annotation
public record Declaration(
        String namespace,
        String name,
        String uid,
        long generation,
        Policy policy,
        ScalingPolicy scaling,
        Placement placement,
        PodSettings pod,
        boolean paused) {
    /// Stops the scaling while it is `"true"`.
    public static final String PAUSED = "headpond.dev/paused";
}
