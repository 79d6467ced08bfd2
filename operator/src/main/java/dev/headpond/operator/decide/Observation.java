package dev.headpond.operator.decide;

import dev.headpond.policy.LoadReport;
import java.util.List;
import java.util.Optional;

/// What the pods of a buffer said in one round of reading.
///
/// @param atMillis when the round began, on the operator's clock
/// @param pods every pod that is not being deleted
public record Observation(long atMillis, List<Pod> pods) {
    public Observation {
        pods = List.copyOf(pods);
    }

    /// @param uid the pod's UID
    /// @param ready whether Kubernetes counts it as ready
    /// @param load what it answered, or empty where it did not
    public record Pod(String uid, boolean ready, Optional<LoadReport> load) {}

    int ready() {
        return (int) pods.stream().filter(Pod::ready).count();
    }

    /// Ready pods that answered.
    int answered() {
        return (int) pods.stream()
                .filter(pod -> pod.ready() && pod.load().isPresent())
                .count();
    }
}
