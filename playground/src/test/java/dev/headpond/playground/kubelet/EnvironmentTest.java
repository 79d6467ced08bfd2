package dev.headpond.playground.kubelet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EnvironmentTest {
    private static final PodConfiguration CONFIGURATION = new PodConfiguration() {
        @Override
        public Optional<Map<String, byte[]>> configMap(String name) {
            return name.equals("c") ? Optional.of(Map.of("k", "from-config".getBytes(UTF_8))) : Optional.empty();
        }

        @Override
        public Optional<Map<String, byte[]>> secret(String name) {
            return name.equals("s") ? Optional.of(Map.of("k", "from-secret".getBytes(UTF_8))) : Optional.empty();
        }
    };

    private static Pod pod(String container) {
        return new KubernetesSerialization().unmarshal("""
                apiVersion: v1
                kind: Pod
                metadata: {name: p, namespace: n, uid: u-1, labels: {app/x: web}, annotations: {note: hello}}
                spec:
                  containers:
                  - name: main
                %s
                """.formatted(container.indent(4)), Pod.class);
    }

    private static Environment environment(Pod pod) {
        return new Environment(
                pod, "127.1.0.7", CONFIGURATION, new MountedPaths(Map.of("/etc/app", Path.of("/tmp/x"))));
    }

    private static Map<String, String> variables(String container) throws Exception {
        var pod = pod(container);
        return environment(pod).variables(pod.getSpec().getContainers().getFirst());
    }

    @Test
    void knows_plain_values_fields_and_keys() throws Exception {
        assertThat(variables("""
                env:
                - {name: PLAIN, value: a}
                - {name: REFERS, value: $(PLAIN)-$(NOBODY)-$$(PLAIN)}
                - {name: POD_UID, valueFrom: {fieldRef: {apiVersion: v1, fieldPath: metadata.uid}}}
                - {name: IP, valueFrom: {fieldRef: {fieldPath: status.podIP}}}
                - {name: LABEL, valueFrom: {fieldRef: {fieldPath: "metadata.labels['app/x']"}}}
                - {name: NOTE, valueFrom: {fieldRef: {fieldPath: "metadata.annotations['note']"}}}
                - {name: CONFIG, valueFrom: {configMapKeyRef: {name: c, key: k}}}
                - {name: SECRET, valueFrom: {secretKeyRef: {name: s, key: k}}}
                - {name: MAYBE, valueFrom: {secretKeyRef: {name: none, key: k, optional: true}}}
                - {name: FILE, value: /etc/app/policy.json}
                """))
                .containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                        Map.entry("PLAIN", "a"),
                        Map.entry("REFERS", "a-$(NOBODY)-$(PLAIN)"),
                        Map.entry("POD_UID", "u-1"),
                        Map.entry("IP", "127.1.0.7"),
                        Map.entry("LABEL", "web"),
                        Map.entry("NOTE", "hello"),
                        Map.entry("CONFIG", "from-config"),
                        Map.entry("SECRET", "from-secret"),
                        Map.entry("FILE", "/tmp/x/policy.json"),
                        Map.entry("BIND_ADDRESS", "127.1.0.7")));
    }

    @Test
    void takes_whole_maps_with_a_prefix_and_lets_single_entries_win() throws Exception {
        assertThat(variables("""
                envFrom:
                - {prefix: C_, configMapRef: {name: c}}
                - {prefix: S_, secretRef: {name: s}}
                - {secretRef: {name: none, optional: true}}
                env:
                - {name: S_k, value: mine}
                """)).containsEntry("C_k", "from-config").containsEntry("S_k", "mine");
    }

    @Test
    void says_what_is_missing() {
        assertThatThrownBy(() -> variables("env: [{name: A, valueFrom: {secretKeyRef: {name: none, key: k}}}]"))
                .isInstanceOf(PodConfiguration.Missing.class)
                .hasMessage("secret \"none\" not found");
        assertThatThrownBy(() -> variables("env: [{name: A, valueFrom: {configMapKeyRef: {name: c, key: z}}}]"))
                .hasMessage("no key \"z\" in configmap \"c\"");
    }

    @Test
    void args_follow_the_images_program_and_command_replaces_it() {
        var pod = pod("args: [/etc/app/a, $(X), --dir=/etc/app]");
        var container = pod.getSpec().getContainers().getFirst();
        assertThat(environment(pod).command(container, List.of("java", "/etc/app/jar"), Map.of("X", "1")))
                .containsExactly("java", "/etc/app/jar", "/tmp/x/a", "1", "--dir=/tmp/x");
        container.setCommand(List.of("sh"));
        assertThat(environment(pod).command(container, List.of("java", "Main"), Map.of()))
                .startsWith("sh", "/tmp/x/a");
    }

    @Test
    void replaces_a_mount_path_only_where_it_is_the_whole_path() {
        var paths = new MountedPaths(Map.of(
                "/etc/app", Path.of("/l/app"), "/etc/app/deep", Path.of("/l/deep"), "/data", Path.of("/l/data")));
        assertThat(paths.localise("/etc/app/deep/x")).isEqualTo("/l/deep/x");
        assertThat(paths.localise("/etc/apple /usr/etc/app /etc/app.d"))
                .isEqualTo("/etc/apple /usr/etc/app /etc/app.d");
        assertThat(paths.localise("a=/etc/app:/data,/data/b")).isEqualTo("a=/l/app:/l/data,/l/data/b");
    }

    @Test
    void does_not_replace_what_it_has_put_in() {
        var paths = new MountedPaths(Map.of("/tmp", Path.of("/tmp/pod/tmp"), "/etc/app", Path.of("/tmp/pod/etc/app")));
        assertThat(paths.localise("/etc/app/x /tmp")).isEqualTo("/tmp/pod/etc/app/x /tmp/pod/tmp");
        assertThat(new MountedPaths(Map.of()).localise("/etc/app")).isEqualTo("/etc/app");
    }

    @Test
    void an_images_tag_and_digest_do_not_matter() {
        assertThat(Images.withoutTag("localhost:5000/a/b:1.2@sha256:abc")).isEqualTo("localhost:5000/a/b");
        assertThat(Images.withoutTag("headpond/buffer-runtime:0.1.0-SNAPSHOT")).isEqualTo("headpond/buffer-runtime");
        assertThat(Images.withoutTag("localhost:5000/a/b")).isEqualTo("localhost:5000/a/b");
    }
}
