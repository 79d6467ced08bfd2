package dev.headpond.playground.rollout;

import dev.headpond.playground.cluster.Transitions;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentCondition;
import io.fabric8.kubernetes.api.model.apps.DeploymentConditionBuilder;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatus;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatusBuilder;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The status of one Deployment over time: figures, and the conditions Available and Progressing.
final class DeploymentStatuses {
    private static final Duration DEADLINE_DEFAULT = Duration.ofMinutes(10);

    private final InstantSource clock;
    private final Transitions transitions;
    private Instant lastProgress;
    private List<Long> lastFigures = List.of();

    DeploymentStatuses(InstantSource clock) {
        this.clock = clock;
        this.transitions = new Transitions(clock);
        this.lastProgress = clock.instant();
    }

    DeploymentStatus of(Deployment deployment, Rollout rollout, List<Rollout.Replica> replicas) {
        long all = replicas.size();
        long ready = replicas.stream().filter(Rollout.Replica::ready).count();
        long updated = replicas.stream().filter(Rollout.Replica::current).count();
        long updatedReady =
                replicas.stream().filter(it -> it.current() && it.ready()).count();
        noteProgress(deployment, List.of(all, ready, updated, updatedReady));
        boolean complete = updatedReady == rollout.desired() && all == updated;
        return new DeploymentStatusBuilder()
                .withObservedGeneration(deployment.getMetadata().getGeneration())
                .withReplicas((int) all)
                .withUpdatedReplicas((int) updated)
                .withReadyReplicas((int) ready)
                .withAvailableReplicas((int) ready)
                .withUnavailableReplicas((int) Math.max(0, Math.max(rollout.desired(), all) - ready))
                .withConditions(
                        available(ready >= rollout.desired() - rollout.maxUnavailable()),
                        progressing(deployment, complete))
                .build();
    }

    private void noteProgress(Deployment deployment, List<Long> figures) {
        var generation =
                Optional.ofNullable(deployment.getMetadata().getGeneration()).orElse(0L);
        var now = new ArrayList<>(figures);
        now.add(generation);
        if (now.equals(lastFigures)) return;
        lastFigures = List.copyOf(now);
        lastProgress = clock.instant();
    }

    private DeploymentCondition available(boolean yes) {
        return condition(
                "Available",
                yes,
                yes ? "MinimumReplicasAvailable" : "MinimumReplicasUnavailable",
                yes ? "Enough pods are ready." : "Fewer pods are ready than the Deployment's minimum.");
    }

    private DeploymentCondition progressing(Deployment deployment, boolean complete) {
        if (complete)
            return condition("Progressing", true, "NewReplicaSetAvailable", "All pods have the current template.");
        var deadline = Optional.ofNullable(deployment.getSpec().getProgressDeadlineSeconds())
                .map(Duration::ofSeconds)
                .orElse(DEADLINE_DEFAULT);
        return clock.instant().isAfter(lastProgress.plus(deadline))
                ? condition(
                        "Progressing",
                        false,
                        "ProgressDeadlineExceeded",
                        "No pod has become ready for " + deadline.toSeconds() + " s.")
                : condition("Progressing", true, "ReplicaSetUpdated", "Pods are being replaced.");
    }

    private DeploymentCondition condition(String type, boolean yes, String reason, String message) {
        var status = yes ? "True" : "False";
        var since = transitions.since(type, status);
        return new DeploymentConditionBuilder()
                .withType(type)
                .withStatus(status)
                .withReason(reason)
                .withMessage(message)
                .withLastTransitionTime(since)
                .withLastUpdateTime(since)
                .build();
    }
}
