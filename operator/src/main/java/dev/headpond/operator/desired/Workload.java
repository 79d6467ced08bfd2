package dev.headpond.operator.desired;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;

/// How many pods there are, and how they are exchanged.
final class Workload {
    private static final int REVISIONS_KEPT = 3;
    private static final int PROGRESS_DEADLINE_SECONDS = 600;

    private Workload() {}

    /// A roll makes a new pod first and takes an old one only when the new one is ready: a policy that the runtime
    /// refuses stops at the first pod, and the old ones keep serving.
    static Deployment deployment(Identity identity, int replicas, PodTemplateSpec pod) {
        if (replicas < 1) {
            throw new IllegalArgumentException("producers push, so a buffer never has " + replicas + " pods");
        }
        return new DeploymentBuilder()
                .withMetadata(identity.metadata(identity.workload()))
                .withNewSpec()
                .withReplicas(replicas)
                .withRevisionHistoryLimit(REVISIONS_KEPT)
                .withProgressDeadlineSeconds(PROGRESS_DEADLINE_SECONDS)
                .withSelector(selector(identity))
                .withNewStrategy()
                .withType("RollingUpdate")
                .withNewRollingUpdate()
                .withMaxUnavailable(new IntOrString(0))
                .withMaxSurge(new IntOrString(1))
                .endRollingUpdate()
                .endStrategy()
                .withTemplate(pod)
                .endSpec()
                .build();
    }

    /// One pod at a time, also where there is only one: a budget that keeps the last pod would block the drain of its
    /// node for ever. A pod that is broken anyway never blocks it.
    static PodDisruptionBudget budget(Identity identity) {
        return new PodDisruptionBudgetBuilder()
                .withMetadata(identity.metadata(identity.workload()))
                .withNewSpec()
                .withMaxUnavailable(new IntOrString(1))
                .withUnhealthyPodEvictionPolicy("AlwaysAllow")
                .withSelector(selector(identity))
                .endSpec()
                .build();
    }

    private static LabelSelector selector(Identity identity) {
        return new LabelSelectorBuilder().withMatchLabels(identity.selector()).build();
    }
}
