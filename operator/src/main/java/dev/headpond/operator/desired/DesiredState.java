package dev.headpond.operator.desired;

import dev.headpond.operator.resource.Declaration;
import dev.headpond.policy.PolicyWriter;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;

/// All objects of one buffer, and what status says of them.
///
/// @param objects in the order in which they are applied: what a pod needs comes before the pods
/// @param policyHash of the policy that the pods are given
/// @param selector of the pods, as text
/// @param endpoint where producers post events
public record DesiredState(List<HasMetadata> objects, String policyHash, String selector, String endpoint) {
    public DesiredState {
        objects = List.copyOf(objects);
    }

    /// @param replicas pods that there should be, at least 1
    /// @param runtimeImage image of the pods; all that an upgrade of the operator may change in them
    public static DesiredState of(Declaration declaration, int replicas, String runtimeImage) {
        var identity = Identity.of(declaration);
        var policyJson = PolicyWriter.write(declaration.policy());
        var hash = PolicyWriter.hash(policyJson);
        var configMap = PolicyConfigMap.of(identity, policyJson, hash);
        var pod = PodTemplate.of(identity, declaration, configMap.getMetadata().getName(), runtimeImage);
        var objects = new ArrayList<HasMetadata>();
        if (declaration.pod().serviceAccountName().isEmpty()) {
            objects.add(Access.serviceAccount(identity));
        }
        objects.add(configMap);
        objects.add(Access.networkPolicy(identity, declaration.policy().ingest().port()));
        objects.add(Access.service(identity, declaration.policy().ingest().port()));
        objects.add(Workload.budget(identity));
        objects.add(Workload.deployment(identity, replicas, pod));
        return new DesiredState(
                objects,
                hash,
                identity.selectorText(),
                identity.endpoint(declaration.policy().ingest().port()));
    }
}
