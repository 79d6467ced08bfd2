package dev.headpond.playground.kubelet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VolumesTest {
    private static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata: {name: p, namespace: n, uid: u}
            spec:
              containers:
              - name: main
                volumeMounts:
                - {name: policy, mountPath: /etc/headpond/policy}
                - {name: password, mountPath: /etc/headpond/secrets/redis}
                - {name: scratch, mountPath: /var/scratch}
              volumes:
              - {name: policy, configMap: {name: policy}}
              - {name: password, secret: {secretName: redis, items: [{key: p, path: password}]}}
              - {name: scratch, emptyDir: {}}
            """;

    @TempDir
    private Path directory;

    private final Map<String, Map<String, byte[]>> objects = new HashMap<>();
    private Pod pod;
    private Volumes volumes;
    private Path root;

    @BeforeEach
    void layOut() {
        objects.put("policy", Map.of("policy.json", "{}".getBytes(UTF_8)));
        objects.put("redis", Map.of("p", "secret".getBytes(UTF_8), "other", new byte[0]));
        pod = new KubernetesSerialization().unmarshal(POD, Pod.class);
        var configuration = new PodConfiguration() {
            @Override
            public Optional<Map<String, byte[]>> configMap(String name) {
                return Optional.ofNullable(objects.get(name));
            }

            @Override
            public Optional<Map<String, byte[]>> secret(String name) {
                return Optional.ofNullable(objects.get(name));
            }
        };
        volumes = new Volumes(pod, directory.resolve("pod"), directory.resolve("claims"), configuration);
        root = directory.resolve("pod/rootfs/main");
    }

    private MountedPaths mount() throws Exception {
        return volumes.mount(pod.getSpec().getContainers().getFirst());
    }

    @Test
    void mounts_lie_to_each_other_as_in_the_container() throws Exception {
        var local = mount().localise("/etc/headpond/policy/policy.json");
        assertThat(local)
                .isEqualTo(root.resolve("etc/headpond/policy/policy.json").toString());
        assertThat(Path.of(local)).hasContent("{}");
        assertThat(Path.of(local).resolveSibling("../secrets/redis/password").toRealPath())
                .hasContent("secret");
        assertThat(root.resolve("etc/headpond/secrets/redis/other")).doesNotExist();
    }

    @Test
    void files_are_for_the_owner_alone() throws Exception {
        mount();
        var permissions = Files.getPosixFilePermissions(root.resolve("etc/headpond/secrets/redis/password"));
        assertThat(PosixFilePermissions.toString(permissions)).isEqualTo("rw-------");
    }

    @Test
    void a_changed_secret_reaches_the_running_pod() throws Exception {
        mount();
        objects.put("redis", Map.of("p", "rotated".getBytes(UTF_8)));
        mount();
        assertThat(root.resolve("etc/headpond/secrets/redis/password")).hasContent("rotated");
    }

    @Test
    void a_key_that_is_gone_takes_its_file_with_it() throws Exception {
        objects.put("policy", Map.of("a", new byte[] {1}, "b", new byte[] {2}));
        mount();
        objects.put("policy", Map.of("b", new byte[] {2}));
        mount();
        assertThat(root.resolve("etc/headpond/policy/a")).doesNotExist();
        assertThat(root.resolve("etc/headpond/policy/b")).exists();
    }

    @Test
    void an_empty_dir_outlives_a_restart_and_goes_with_the_pod() throws Exception {
        mount();
        Files.writeString(root.resolve("var/scratch/x"), "1");
        mount();
        assertThat(root.resolve("var/scratch/x")).hasContent("1");
        volumes.remove();
        assertThat(directory.resolve("pod")).isEmptyDirectory();
    }

    @Test
    void a_missing_config_map_is_named() {
        objects.remove("policy");
        assertThatThrownBy(this::mount)
                .isInstanceOf(PodConfiguration.Missing.class)
                .hasMessage("configmap \"policy\" not found");
    }
}
