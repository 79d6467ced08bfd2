package dev.headpond.playground.kubelet;

import dev.headpond.playground.cluster.Transitions;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/// The status of one pod over time.
final class PodStatuses {
    private final String address;
    private final Instant created;
    private final Transitions transitions;

    PodStatuses(String address, InstantSource clock) {
        this.address = address;
        this.created = clock.instant();
        this.transitions = new Transitions(clock);
    }

    PodStatus of(List<ContainerRun> containers) {
        boolean ready = containers.stream().allMatch(ContainerRun::ready);
        return new PodStatusBuilder()
                .withPhase(phase(containers))
                .withHostIP("127.0.0.1")
                .withPodIP(address)
                .addNewPodIP(address)
                .withStartTime(Transitions.text(created))
                .withConditions(
                        condition("PodScheduled", true, ""),
                        condition("Initialized", true, ""),
                        condition("ContainersReady", ready, notReady(containers)),
                        condition("Ready", ready, notReady(containers)))
                .withContainerStatuses(
                        containers.stream().map(PodStatuses::containerStatus).toList())
                .build();
    }

    private static String phase(List<ContainerRun> containers) {
        if (containers.stream().allMatch(ContainerRun::isOver)) {
            boolean well = containers.stream()
                    .allMatch(it -> it.state() instanceof ContainerRun.State.Ended end && end.exitCode() == 0);
            return well ? "Succeeded" : "Failed";
        }
        boolean anyBegan = containers.stream()
                .anyMatch(it -> it.restarts() > 0 || !(it.state() instanceof ContainerRun.State.Waiting));
        return anyBegan ? "Running" : "Pending";
    }

    private static String notReady(List<ContainerRun> containers) {
        var names = containers.stream()
                .filter(it -> !it.ready())
                .map(it -> it.container().getName())
                .toList();
        return names.isEmpty() ? "" : "containers with unready status: " + names;
    }

    private PodCondition condition(String type, boolean yes, String message) {
        var status = yes ? "True" : "False";
        var condition = new PodConditionBuilder()
                .withType(type)
                .withStatus(status)
                .withLastTransitionTime(transitions.since(type, status));
        if (!yes) condition.withReason("ContainersNotReady").withMessage(message);
        return condition.build();
    }

    private static ContainerStatus containerStatus(ContainerRun run) {
        var status = new ContainerStatusBuilder()
                .withName(run.container().getName())
                .withImage(run.container().getImage())
                .withImageID("")
                .withReady(run.ready())
                .withStarted(run.started())
                .withRestartCount(run.restarts())
                .withState(state(run.state()));
        run.lastEnd().ifPresent(end -> status.withLastState(state(end)));
        return status.build();
    }

    private static ContainerState state(ContainerRun.State state) {
        var builder = new ContainerStateBuilder();
        return switch (state) {
            case ContainerRun.State.Waiting(var reason, var message) ->
                builder.withNewWaiting()
                        .withReason(reason)
                        .withMessage(message)
                        .endWaiting()
                        .build();
            case ContainerRun.State.Running(var since) ->
                builder.withNewRunning()
                        .withStartedAt(Transitions.text(since))
                        .endRunning()
                        .build();
            case ContainerRun.State.Ended(var exitCode, var started, var finished) ->
                builder.withNewTerminated()
                        .withExitCode(exitCode)
                        .withReason(exitCode == 0 ? "Completed" : "Error")
                        .withStartedAt(Transitions.text(started))
                        .withFinishedAt(Transitions.text(finished))
                        .endTerminated()
                        .build();
        };
    }
}
