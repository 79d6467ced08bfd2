package dev.headpond.operator.decide;

/// What is known of a buffer's pods beside their loads.
///
/// @param atMillis now, on the operator's clock
/// @param replicas pods that were last asked for: the last decision, not what a cache still shows of the
///     workload
/// @param readyReplicas pods that Kubernetes counts as ready
/// @param rollingOut whether pods of an older template are still there
/// @param paused whether a person stopped the scaling by annotation
public record Workload(long atMillis, int replicas, int readyReplicas, boolean rollingOut, boolean paused) {
    public Workload {
        if (replicas < 1 || readyReplicas < 0) {
            throw new IllegalArgumentException(
                    "a buffer has at least one pod, not " + replicas + " (" + readyReplicas + " ready)");
        }
    }
}
