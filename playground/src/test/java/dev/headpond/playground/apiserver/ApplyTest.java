package dev.headpond.playground.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ApplyTest {
    private final ClientAndServer both = new ClientAndServer(ApiServer.Options.plain());

    @AfterEach
    void close() {
        both.close();
    }

    private ConfigMap apply(String manager, Map<String, String> data) {
        return both.client.resource(map(data)).fieldManager(manager).serverSideApply();
    }

    private ConfigMap force(String manager, Map<String, String> data) {
        return both.client
                .resource(map(data))
                .fieldManager(manager)
                .forceConflicts()
                .serverSideApply();
    }

    private static ConfigMap map(Map<String, String> data) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName("a")
                .endMetadata()
                .withData(data)
                .build();
    }

    @Test
    void anApplyCreatesAndThenChangesOnlyItsFields() {
        apply("one", Map.of("x", "1"));
        var merged = apply("two", Map.of("y", "2"));
        assertThat(merged.getData()).isEqualTo(Map.of("x", "1", "y", "2"));
        assertThat(merged.getMetadata().getManagedFields())
                .extracting(entry -> entry.getManager() + " " + entry.getOperation())
                .containsExactly("one Apply", "two Apply");
    }

    @Test
    void aRepeatedApplyWritesNothing() {
        var first = apply("one", Map.of("x", "1"));
        assertThat(apply("one", Map.of("x", "1"))).isEqualTo(first);
    }

    @Test
    void aFieldGivenUpGoesUnlessSomebodyElseOwnsIt() {
        apply("one", Map.of("x", "1", "shared", "s"));
        apply("two", Map.of("shared", "s"));
        assertThat(apply("one", Map.of("z", "3")).getData()).isEqualTo(Map.of("shared", "s", "z", "3"));
    }

    @Test
    void theFieldOfAnotherIsAConflictWithoutForceAndTakenWithIt() {
        apply("one", Map.of("x", "1"));
        assertThatThrownBy(() -> apply("two", Map.of("x", "2")))
                .hasMessageContaining("conflict with \"one\": .data.x")
                .hasMessageContaining("409");
        assertThat(force("two", Map.of("x", "2")).getData()).isEqualTo(Map.of("x", "2"));
        assertThatThrownBy(() -> apply("one", Map.of("x", "1"))).hasMessageContaining("conflict with \"two\": .data.x");
    }

    @Test
    void anEditTakesTheFieldFromWhoHasAppliedIt() {
        apply("one", Map.of("x", "1"));
        both.client.configMaps().withName("a").edit(map -> {
            map.getData().put("x", "edited");
            return map;
        });
        assertThatThrownBy(() -> apply("one", Map.of("x", "1"))).hasMessageContaining(": .data.x");
        assertThat(force("one", Map.of("x", "1")).getData()).isEqualTo(Map.of("x", "1"));
    }

    private static final String DEPLOYMENT = """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: web}
            spec:
              selector: {matchLabels: {app: web}}
              template:
                metadata: {labels: {app: web}}
                spec:
                  containers:
                    - name: web
                      image: web:1
                      ports: [{name: http, containerPort: 8080}]
                      env:
                        - {name: UID, valueFrom: {fieldRef: {fieldPath: metadata.uid}}}
                        - {name: MODE, value: fast}
            """;

    private Deployment applyDeployment(String yaml) {
        return both.client
                .resource(Serialization.unmarshal(yaml, Deployment.class))
                .fieldManager("op")
                .serverSideApply();
    }

    @Test
    void aDeploymentIsCompletedAndAppliedAgainWithoutAWrite() {
        var first = applyDeployment(DEPLOYMENT);
        var container = first.getSpec().getTemplate().getSpec().getContainers().getFirst();
        assertThat(first.getSpec().getReplicas()).isEqualTo(1);
        assertThat(container.getPorts().getFirst().getProtocol()).isEqualTo("TCP");
        assertThat(container.getEnv().getFirst().getValueFrom().getFieldRef().getApiVersion())
                .isEqualTo("v1");
        var second = applyDeployment(DEPLOYMENT);
        assertThat(second.getMetadata().getResourceVersion())
                .isEqualTo(first.getMetadata().getResourceVersion());
    }

    @Test
    void itemsOfKeyedListsComeAndGoOneByOne() {
        applyDeployment(DEPLOYMENT);
        both.client
                .apps()
                .deployments()
                .withName("web")
                .patch(
                        PatchContext.of(PatchType.STRATEGIC_MERGE),
                        "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"side\",\"image\":\"side:1\"}]}}}}");
        var changed = applyDeployment(DEPLOYMENT.replace("- {name: MODE, value: fast}", "- {name: LEVEL, value: '3'}"));
        var containers = changed.getSpec().getTemplate().getSpec().getContainers();
        assertThat(containers).extracting(container -> container.getName()).containsExactly("web", "side");
        assertThat(containers.getFirst().getEnv())
                .extracting(variable -> variable.getName())
                .containsExactly("UID", "LEVEL");
        assertThat(changed.getMetadata().getGeneration()).isEqualTo(3);
    }

    @Test
    void scalingByTheSubresourceIsAnEditOfTheReplicas() {
        applyDeployment(DEPLOYMENT);
        both.client.apps().deployments().withName("web").scale(3);
        assertThat(applyDeployment(DEPLOYMENT).getSpec().getReplicas()).isEqualTo(3);
        var scale = both.client.apps().deployments().withName("web").scale();
        assertThat(scale.getSpec().getReplicas()).isEqualTo(3);
        assertThat(scale.getStatus().getSelector()).isEqualTo("app=web");
    }

    @Test
    void aStatusIsAppliedApartFromTheRest() {
        applyDeployment(DEPLOYMENT);
        var status = Serialization.unmarshal(
                DEPLOYMENT.replaceAll("(?s)spec:.*", "status: {readyReplicas: 1, replicas: 1}\n"), Deployment.class);
        var asKubelet = new PatchContext.Builder()
                .withPatchType(PatchType.SERVER_SIDE_APPLY)
                .withFieldManager("kubelet")
                .build();
        var after = both.client.resource(status).subresource("status").patch(asKubelet);
        assertThat(after.getStatus().getReadyReplicas()).isEqualTo(1);
        assertThat(after.getMetadata().getGeneration()).isEqualTo(1);
        assertThat(applyDeployment(DEPLOYMENT).getStatus().getReadyReplicas()).isEqualTo(1);
    }

    @Test
    void jsonAndMergePatchesAreTaken() {
        apply("one", Map.of("x", "1"));
        var maps = both.client.configMaps().withName("a");
        maps.patch(PatchContext.of(PatchType.JSON), "[{\"op\":\"add\",\"path\":\"/data/y\",\"value\":\"2\"}]");
        var patched = maps.patch(PatchContext.of(PatchType.JSON_MERGE), "{\"data\":{\"x\":null}}");
        assertThat(patched.getData()).isEqualTo(Map.of("y", "2"));
        assertThatThrownBy(() -> maps.patch(
                        PatchContext.of(PatchType.JSON), "[{\"op\":\"test\",\"path\":\"/data/y\",\"value\":\"3\"}]"))
                .hasMessageContaining("the value there is \"2\"");
    }
}
