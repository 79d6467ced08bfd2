package dev.headpond.operator.desired;

import dev.headpond.policy.Bounds;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.ServicePortBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyIngressRule;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyIngressRuleBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPeerBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPortBuilder;

/// Who may reach the pods, and what the pods may reach: producers the door, the cluster the management port, and the
/// pods not the Kubernetes API.
final class Access {
    private Access() {}

    static ServiceAccount serviceAccount(Identity identity) {
        return new ServiceAccountBuilder()
                .withMetadata(identity.metadata(identity.workload()))
                .withAutomountServiceAccountToken(false)
                .build();
    }

    /// The address families are the cluster's choice.
    static Service service(Identity identity, int port) {
        return new ServiceBuilder()
                .withMetadata(identity.metadata(identity.workload()))
                .withNewSpec()
                .withType("ClusterIP")
                .withSelector(identity.selector())
                .withSessionAffinity("None")
                .withInternalTrafficPolicy("Cluster")
                .withPorts(new ServicePortBuilder()
                        .withName(PodTemplate.EVENTS)
                        .withProtocol("TCP")
                        .withAppProtocol("http")
                        .withPort(port)
                        .withTargetPort(new IntOrString(PodTemplate.EVENTS))
                        .build())
                .endSpec()
                .build();
    }

    /// Events from anywhere, load and metrics from any pod of the cluster, and nothing else. What goes out is not
    /// restricted: only the user knows where the sink is.
    static NetworkPolicy networkPolicy(Identity identity, int port) {
        return new NetworkPolicyBuilder()
                .withMetadata(identity.metadata(identity.workload()))
                .withNewSpec()
                .withPodSelector(new LabelSelectorBuilder()
                        .withMatchLabels(identity.selector())
                        .build())
                .withPolicyTypes("Ingress")
                .withIngress(to(port), fromCluster(Bounds.MANAGEMENT_PORT))
                .endSpec()
                .build();
    }

    private static NetworkPolicyIngressRule to(int port) {
        return new NetworkPolicyIngressRuleBuilder()
                .withPorts(new NetworkPolicyPortBuilder()
                        .withProtocol("TCP")
                        .withPort(new IntOrString(port))
                        .build())
                .build();
    }

    private static NetworkPolicyIngressRule fromCluster(int port) {
        return new NetworkPolicyIngressRuleBuilder(to(port))
                .withFrom(new NetworkPolicyPeerBuilder()
                        .withNamespaceSelector(new LabelSelectorBuilder().build())
                        .build())
                .build();
    }
}
