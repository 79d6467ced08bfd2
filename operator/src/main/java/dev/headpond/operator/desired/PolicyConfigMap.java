package dev.headpond.operator.desired;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.util.Map;

/// The policy, locked: immutable, and under a name that carries its hash, so that a change is a new object and a
/// rolling
/// update, and pods of the old template keep the old policy.
final class PolicyConfigMap {
    static final String FILE = "policy.json";

    private PolicyConfigMap() {}

    static ConfigMap of(Identity identity, String policyJson, String hash) {
        return new ConfigMapBuilder()
                .withMetadata(identity.metadata(identity.buffer() + "-policy-" + hash))
                .withImmutable(true)
                .withData(Map.of(FILE, policyJson))
                .build();
    }
}
