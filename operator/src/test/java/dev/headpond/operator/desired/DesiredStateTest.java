package dev.headpond.operator.desired;

import static dev.headpond.operator.resource.Buffers.LEAST;
import static dev.headpond.operator.resource.Buffers.declaration;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.headpond.operator.resource.Buffers;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DesiredStateTest {
    private static final String IMAGE = "headpond/buffer-runtime:1.2.3";
    private static final Path GOLDEN = Path.of("src/test/resources/dev/headpond/operator/desired/orders.yaml");
    private static final String RICH = """
            {placement: {near: {matchLabels: {app: checkout}}},
             ingest: {port: 8081, auth: {bearerTokenSecret: {name: producers, key: token}}},
             sink: {redis: {uri: 'redis://redis:6379', stream: orders, passwordSecret: {name: redis.shop, key: password}}},
             pod: {resources: {limits: {memory: 2Gi, cpu: 2}}, nodeSelector: {disk: fast},
               tolerations: [{key: spot, operator: Exists, effect: NoSchedule}],
               topologySpreadConstraints: [{maxSkew: 1, topologyKey: topology.kubernetes.io/zone, whenUnsatisfiable: ScheduleAnyway}],
               priorityClassName: high, labels: {team: shop}, annotations: {example.com/note: hello}, serviceAccountName: buffers}}""";

    private final KubernetesSerialization serialization = new KubernetesSerialization();

    /// Golden: an operator upgrade must not roll a pod of an unchanged spec, and must not touch any other object.
    /// If this fails because you meant it, write the new text with -Dupdate and say in CHANGELOG.md that upgrading
    /// rolls pods.
    @Test
    void anUnchangedSpecGivesTheSameObjectsForEver() throws IOException {
        var state = DesiredState.of(declaration(LEAST), 2, IMAGE);
        assertThat(state.policyHash()).isEqualTo("10ee2c6c65");
        assertGolden(GOLDEN, state.objects());
    }

    @Test
    void everySettingOfAPodArrivesThere() throws IOException {
        assertGolden(
                GOLDEN.resolveSibling("rich.yaml"),
                DesiredState.of(declaration(RICH), 1, IMAGE).objects());
    }

    private void assertGolden(Path file, List<HasMetadata> objects) throws IOException {
        var text = new StringBuilder();
        objects.forEach(object -> text.append(serialization.asYaml(object)));
        if (System.getProperty("update") != null) {
            Files.writeString(file, text);
        }
        assertThat(file).hasContent(text.toString());
    }

    @Test
    void aPodNeedsWhatComesBeforeIt() {
        assertThat(DesiredState.of(declaration(LEAST), 1, IMAGE).objects())
                .extracting(HasMetadata::getKind)
                .containsExactly(
                        "ServiceAccount", "ConfigMap", "NetworkPolicy", "Service", "PodDisruptionBudget", "Deployment");
    }

    @Test
    void everyObjectIsLabelledAndOwned() {
        assertThat(DesiredState.of(declaration(RICH), 1, IMAGE).objects()).allSatisfy(object -> {
            assertThat(object.getMetadata().getNamespace()).isEqualTo("shop");
            assertThat(object.getMetadata().getLabels())
                    .containsEntry("headpond.dev/buffer", "orders")
                    .containsEntry("app.kubernetes.io/managed-by", "headpond");
            assertThat(object.getMetadata().getOwnerReferences())
                    .singleElement()
                    .satisfies(owner -> {
                        assertThat(owner.getUid()).isEqualTo("0b5c1d0e-6f2a-4d3b-9a77-2f1e8c4d5a60");
                        assertThat(owner.getController()).isTrue();
                    });
        });
    }

    @Test
    void aChangeOfPolicyChangesThePodTemplateAndAChangeOfScalingDoesNot() {
        var least = deployment(LEAST).getSpec().getTemplate();
        assertThat(deployment("{scaling: {maxReplicas: 9}, " + LEAST.substring(1))
                        .getSpec()
                        .getTemplate())
                .isEqualTo(least);
        assertThat(deployment("{batch: {maxEvents: 100}, " + LEAST.substring(1))
                        .getSpec()
                        .getTemplate())
                .isNotEqualTo(least);
    }

    @Test
    void aSpecThatSpellsOutDefaultsRollsNothing() {
        var spelled = "{batch: {maxBytes: 2097152, maxDelay: 0.005s}, retry: {jitter: Full}, " + LEAST.substring(1);
        assertThat(deployment(spelled)).isEqualTo(deployment(LEAST));
    }

    @Test
    void theDeploymentMountsTheConfigMapThatGoesWithIt() {
        var objects = DesiredState.of(declaration(LEAST), 1, IMAGE);
        var configMap = (ConfigMap) objects.objects().get(1);
        assertThat(configMap.getMetadata().getName()).isEqualTo("orders-policy-" + objects.policyHash());
        assertThat(configMap.getData()).containsOnlyKeys("policy.json");
        assertThat(pod(LEAST).getVolumes().getFirst().getConfigMap().getName())
                .isEqualTo(configMap.getMetadata().getName());
    }

    @Test
    void secretsAreMountedWhereTheRuntimeLooksForThem() {
        assertThat(pod(RICH).getContainers().getFirst().getVolumeMounts())
                .extracting(mount -> mount.getMountPath())
                .contains("/etc/headpond/secrets/producers", "/etc/headpond/secrets/redis.shop");
    }

    /// The server drops such values, and we would write them again at each reconcile.
    @Test
    void noFieldHoldsAValueThatTheServerDrops() {
        for (var spec : List.of(LEAST, RICH)) {
            DesiredState.of(declaration(spec), 1, IMAGE).objects().forEach(object -> {
                JsonNode tree = serialization.convertValue(object, JsonNode.class);
                assertThat(dropped(object.getKind(), tree, new ArrayList<>())).isEmpty();
            });
        }
    }

    private static List<String> dropped(String path, JsonNode node, List<String> found) {
        boolean nothing = node.isNull()
                || (node.isArray() && node.isEmpty())
                || (node.isTextual() && node.asText().isEmpty());
        if (nothing || (node.isObject() && node.isEmpty() && !path.endsWith("namespaceSelector"))) {
            found.add(path);
        }
        node.properties().forEach(e -> dropped(path + "." + e.getKey(), e.getValue(), found));
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            dropped(path + "[" + i + "]", node.get(i), found);
        }
        return found;
    }

    @Test
    void aLongNameStaysOneLabelOfADnsName() {
        var longest = "a".repeat(62) + "b";
        var other = "a".repeat(62) + "c";
        assertThat(workload("a".repeat(56))).isEqualTo("a".repeat(56) + "-buffer");
        assertThat(workload(longest)).hasSize(63).endsWith("-buffer").isNotEqualTo(workload(other));
    }

    @Test
    void theEndpointIsTheService() {
        var state = DesiredState.of(declaration(RICH), 1, IMAGE);
        assertThat(state.endpoint()).isEqualTo("http://orders-buffer.shop.svc:8081/v1/events");
        assertThat(state.selector()).isEqualTo("headpond.dev/buffer=orders");
    }

    @Test
    void thereIsNeverNoPod() {
        assertThatThrownBy(() -> DesiredState.of(declaration(LEAST), 0, IMAGE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("never has 0 pods");
    }

    private static String workload(String name) {
        var tree = Buffers.buffer(LEAST).getSpec().tree();
        return deployment(DesiredState.of(declaration(Buffers.buffer(name, tree)), 1, IMAGE))
                .getMetadata()
                .getName();
    }

    private static Deployment deployment(String spec) {
        return deployment(DesiredState.of(declaration(spec), 1, IMAGE));
    }

    private static Deployment deployment(DesiredState state) {
        return (Deployment) state.objects().getLast();
    }

    private static PodSpec pod(String spec) {
        return deployment(spec).getSpec().getTemplate().getSpec();
    }
}
