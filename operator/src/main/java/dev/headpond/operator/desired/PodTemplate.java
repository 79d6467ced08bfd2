package dev.headpond.operator.desired;

import dev.headpond.operator.resource.Declaration;
import dev.headpond.operator.resource.Placement;
import dev.headpond.operator.resource.PodSettings;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.AffinityBuilder;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraintBuilder;
import io.fabric8.kubernetes.api.model.WeightedPodAffinityTerm;
import io.fabric8.kubernetes.api.model.WeightedPodAffinityTermBuilder;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// One buffer pod, as restricted as Pod Security knows it. Whatever changes here rolls every pod of every user when the
/// operator is upgraded: a golden test holds it still.
final class PodTemplate {
    static final String EVENTS = "events";
    static final String MANAGEMENT = "management";

    /// Unready and still serving 5 s, then time to flush.
    private static final long GRACE_SECONDS = 45;

    private static final int SAME_NODE_WEIGHT = 100;
    private static final int SAME_ZONE_WEIGHT = 50;

    private PodTemplate() {}

    static PodTemplateSpec of(Identity identity, Declaration declaration, String configMap, String runtimeImage) {
        var pod = declaration.pod();
        var mounts = Mounts.of(declaration.policy(), configMap);
        return new PodTemplateSpecBuilder()
                .withNewMetadata()
                .withLabels(labels(identity, pod))
                .withAnnotations(orNull(pod.annotations()))
                .endMetadata()
                .withNewSpec()
                .withServiceAccountName(pod.serviceAccountName().orElseGet(identity::workload))
                .withAutomountServiceAccountToken(false)
                .withEnableServiceLinks(false)
                .withRestartPolicy("Always")
                .withDnsPolicy("ClusterFirst")
                .withSchedulerName("default-scheduler")
                .withTerminationGracePeriodSeconds(GRACE_SECONDS)
                .withPriorityClassName(pod.priorityClassName().orElse(null))
                .withNodeSelector(orNull(pod.nodeSelector()))
                .withTolerations(pod.tolerations())
                .withTopologySpreadConstraints(spread(identity, pod))
                .withAffinity(affinity(declaration.placement()))
                .withNewSecurityContext()
                .withRunAsNonRoot(true)
                .withNewSeccompProfile()
                .withType("RuntimeDefault")
                .endSeccompProfile()
                .endSecurityContext()
                .withContainers(BufferContainer.of(declaration, mounts, runtimeImage))
                .withVolumes(mounts.volumes())
                .endSpec()
                .build();
    }

    private static Map<String, String> labels(Identity identity, PodSettings pod) {
        var labels = new TreeMap<>(pod.labels());
        labels.putAll(identity.labels());
        return labels;
    }

    /// An empty map would stay in the object and differ from what the server keeps.
    private static @Nullable Map<String, String> orNull(Map<String, String> map) {
        return map.isEmpty() ? null : map;
    }

    private static List<TopologySpreadConstraint> spread(Identity identity, PodSettings pod) {
        return pod.topologySpreadConstraints().stream()
                .map(constraint -> constraint.getLabelSelector() != null
                        ? constraint
                        : new TopologySpreadConstraintBuilder(constraint)
                                .withLabelSelector(new LabelSelectorBuilder()
                                        .withMatchLabels(identity.selector())
                                        .build())
                                .build())
                .toList();
    }

    private static @Nullable Affinity affinity(Placement placement) {
        return switch (placement) {
            case Placement.Standalone(var near) -> near.map(PodTemplate::near).orElse(null);
        };
    }

    /// A wish and no condition: a full node must not keep a buffer from starting.
    private static Affinity near(LabelSelector pods) {
        return new AffinityBuilder()
                .withNewPodAffinity()
                .withPreferredDuringSchedulingIgnoredDuringExecution(
                        term(SAME_NODE_WEIGHT, "kubernetes.io/hostname", pods),
                        term(SAME_ZONE_WEIGHT, "topology.kubernetes.io/zone", pods))
                .endPodAffinity()
                .build();
    }

    private static WeightedPodAffinityTerm term(int weight, String topologyKey, LabelSelector pods) {
        return new WeightedPodAffinityTermBuilder()
                .withWeight(weight)
                .withNewPodAffinityTerm()
                .withTopologyKey(topologyKey)
                .withLabelSelector(pods)
                .endPodAffinityTerm()
                .build();
    }
}
