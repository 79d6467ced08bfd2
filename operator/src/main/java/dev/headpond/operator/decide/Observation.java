package dev.headpond.operator.decide;

import dev.headpond.policy.LoadReport;
import java.util.List;
import java.util.Optional;

/// What was seen of a buffer at one moment.
///
/// @param atMillis when, on the operator's clock
/// @param replicas pods that the workload is asked to have
/// @param rollingOut whether pods of an older template are still there
/// @param pods every pod that is not being deleted
public record Observation(long atMillis, int replicas, boolean rollingOut, List<Pod> pods) {
    public Observation {
        pods = List.copyOf(pods);
    }

    /// @param uid the pod's UID
    /// @param ready whether Kubernetes counts it as ready
    /// @param load what it answered, or empty where it did not
    public record Pod(String uid, boolean ready, Optional<LoadReport> load) {}
}
