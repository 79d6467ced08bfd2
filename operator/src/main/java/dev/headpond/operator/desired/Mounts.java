package dev.headpond.operator.desired;

import dev.headpond.policy.Policy;
import dev.headpond.policy.SecretKey;
import dev.headpond.policy.SinkPolicy.Cassandra;
import dev.headpond.policy.SinkPolicy.Redis;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// The files of a pod: its policy, the Secrets that the policy names, and a directory to write to.
///
/// @param volumes of the pod
/// @param mounts of its container, in the same order
record Mounts(List<Volume> volumes, List<VolumeMount> mounts) {
    static final String POLICY_DIRECTORY = "/etc/headpond/policy";
    static final String SECRETS_DIRECTORY = "/etc/headpond/secrets";

    /// Readable by all of a pod that has one container; the server's default, 0644.
    private static final int MODE = 0644;
    /// Room for what cannot be delivered ever, and for the JVM's own files.
    private static final Quantity TMP_SIZE = new Quantity("1Gi");

    static Mounts of(Policy policy, String configMap) {
        var mounts = new Mounts(new ArrayList<>(), new ArrayList<>());
        mounts.add(
                new VolumeBuilder()
                        .withName("policy")
                        .withNewConfigMap()
                        .withName(configMap)
                        .withDefaultMode(MODE)
                        .endConfigMap(),
                POLICY_DIRECTORY,
                true);
        mounts.add(
                new VolumeBuilder()
                        .withName("tmp")
                        .withNewEmptyDir()
                        .withSizeLimit(TMP_SIZE)
                        .endEmptyDir(),
                "/tmp",
                false);
        mounts.addSecrets(secrets(policy));
        return mounts;
    }

    /// Whole directories, never single keys: only those follow when a Secret is rotated. The volumes are numbered,
    /// since
    /// a Secret may have a name that is too long for one.
    private void addSecrets(SortedSet<String> secrets) {
        for (var secret : secrets) {
            add(
                    new VolumeBuilder()
                            .withName("secret-" + (volumes.size() - 2))
                            .withNewSecret()
                            .withSecretName(secret)
                            .withDefaultMode(MODE)
                            .endSecret(),
                    SECRETS_DIRECTORY + "/" + secret,
                    true);
        }
    }

    private void add(VolumeBuilder volume, String path, boolean readOnly) {
        volumes.add(volume.build());
        mounts.add(new VolumeMountBuilder()
                .withName(volume.getName())
                .withMountPath(path)
                .withReadOnly(readOnly ? Boolean.TRUE : null)
                .build());
    }

    private static SortedSet<String> secrets(Policy policy) {
        var names = new TreeSet<String>();
        policy.ingest().tlsSecret().ifPresent(names::add);
        policy.ingest().bearerToken().map(SecretKey::name).ifPresent(names::add);
        switch (policy.sink().target()) {
            case Redis redis -> redis.password().map(SecretKey::name).ifPresent(names::add);
            case Cassandra cassandra -> cassandra.credentialsSecret().ifPresent(names::add);
        }
        return names;
    }
}
