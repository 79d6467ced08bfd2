package dev.headpond.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.headpond.crds.IngestionBuffer;
import dev.headpond.crds.IngestionBufferSpec;
import dev.headpond.crds.IngestionBufferStatus;
import dev.headpond.operator.decide.DeciderTimings;
import dev.headpond.operator.decide.Diagnosis;
import dev.headpond.operator.decide.ScalingState;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatusBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;

/// The whole operator but for the rule, against a mock of the API server. Each test has a namespace of its own; the
/// reader of loads asks for a pass every second.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ReconcileTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final FakeApi api = new FakeApi();
    private final ScriptedRule rule = new ScriptedRule();
    private @Nullable Headpond headpond;
    private String namespace = "";

    @BeforeAll
    void start() {
        var settings = new OperatorSettings(
                "headpond/buffer-runtime:test", Set.of(), false, "", 0, "127.0.0.1", OperatorSettings.Pace.PLAYGROUND);
        headpond = Headpond.start(settings, api.client, () -> {}, DeciderTimings.PLAYGROUND, rule);
    }

    @AfterAll
    void stop() {
        Objects.requireNonNull(headpond).close();
        api.close();
    }

    @BeforeEach
    void nameNamespace(TestInfo info) {
        var name = info.getTestMethod().orElseThrow().getName().toLowerCase(java.util.Locale.ROOT);
        namespace = name.substring(0, Math.min(40, name.length())).replace('_', '-');
    }

    @Test
    void aBufferGetsItsObjectsAndAStatus() {
        create(spec());
        var workload = eventually(this::workload);

        assertThat(workload.getSpec().getReplicas()).isEqualTo(1);
        assertThat(workload.getMetadata().getOwnerReferences())
                .singleElement()
                .satisfies(owner -> assertThat(owner.getName()).isEqualTo("orders"));
        assertThat(get(Service.class, "orders-buffer")).isNotNull();
        assertThat(get(ServiceAccount.class, "orders-buffer")).isNotNull();
        assertThat(get(PodDisruptionBudget.class, "orders-buffer")).isNotNull();
        assertThat(policies()).hasSize(1);
        var status = eventually(this::status);
        assertThat(status.endpoint()).isEqualTo("http://orders-buffer." + namespace + ".svc:8080/v1/events");
        assertThat(policies()).containsExactly("orders-policy-" + status.policyHash());
        assertThat(status.selector()).isEqualTo("headpond.dev/buffer=orders");
        assertThat(Objects.requireNonNull(status.effective())
                        .at("/batch/maxEvents")
                        .asInt())
                .isEqualTo(200);
        assertThat(condition("Ready")).startsWith("False NoPodReady");

        podsAre(1, 1);
        eventually(() -> condition("Ready").startsWith("True") ? true : null);
        assertThat(condition("Progressing")).startsWith("False Complete");
        assertThat(condition("Degraded")).startsWith("False");
        assertThat(condition("ScalingActive")).startsWith("True");
        assertThat(Objects.requireNonNull(status().load()).acceptedPerSecond()).isEqualTo(1_000);
    }

    @Test
    void furtherPassesOverAnUnchangedBufferWriteNothing() {
        running();
        morePasses(1);
        var writes = api.writes(namespace);
        morePasses(4);
        assertThat(api.writes(namespace)).isEqualTo(writes);
        assertThat(writes.stream().filter(w -> w.startsWith("apply")).toList())
                .as("each object was applied once")
                .doesNotHaveDuplicates();
    }

    @Test
    void aFieldThatSomebodyEditedIsPutBack() {
        running();
        api.client
                .resource(Objects.requireNonNull(workload()))
                .edit(d -> new DeploymentBuilder(d)
                        .editSpec()
                        .withReplicas(7)
                        .editTemplate()
                        .editSpec()
                        .editFirstContainer()
                        .withImage("evil:1")
                        .endContainer()
                        .endSpec()
                        .endTemplate()
                        .endSpec()
                        .build());
        eventually(() -> image().equals("headpond/buffer-runtime:test") ? true : null);
        assertThat(Objects.requireNonNull(workload()).getSpec().getReplicas()).isEqualTo(1);
    }

    @Test
    void anObjectThatSomebodyDeletedIsMadeAgain() {
        running();
        api.client
                .resource(Objects.requireNonNull(get(Service.class, "orders-buffer")))
                .delete();
        eventually(() -> get(Service.class, "orders-buffer"));
    }

    @Test
    void whatOthersAddIsLeftAlone() {
        running();
        api.client
                .resource(Objects.requireNonNull(workload()))
                .edit(d -> new DeploymentBuilder(d)
                        .editSpec()
                        .editTemplate()
                        .editMetadata()
                        .addToAnnotations("kubectl.kubernetes.io/restartedAt", "now")
                        .endMetadata()
                        .endTemplate()
                        .endSpec()
                        .build());
        var writes = api.writes(namespace);
        morePasses(3);
        assertThat(Objects.requireNonNull(workload())
                        .getSpec()
                        .getTemplate()
                        .getMetadata()
                        .getAnnotations())
                .containsEntry("kubectl.kubernetes.io/restartedAt", "now");
        assertThat(api.writes(namespace)).isEqualTo(writes);
    }

    @Test
    void anotherPolicyIsAnotherConfigMapAndTheOldOneStaysWhileAPodUsesIt() {
        running();
        var old = policies().iterator().next();
        var pod = pod("orders-1", old);
        api.client.resource(pod).create();
        edit(spec -> spec.putObject("batch").put("maxEvents", 100));

        eventually(() -> policies().size() == 2 ? true : null);
        var mounted = mountedPolicy();
        assertThat(mounted).isNotEqualTo(old);
        assertThat(policies()).contains(old, mounted);
        morePasses(3);
        assertThat(policies()).contains(old);

        api.client.resource(pod).delete();
        eventually(() -> policies().equals(Set.of(mounted)) ? true : null);
    }

    @Test
    void anInvalidEditIsReportedAndTheLastGoodStateKeepsRunningAndScaling() {
        running();
        var before = status();
        var policies = policies();
        edit(spec -> spec.putObject("batch").put("maxEvents", 5_000).put("maxDelay", "1h"));

        eventually(() -> condition("Degraded").startsWith("True InvalidSpec") ? true : null);
        assertThat(condition("Degraded"))
                .contains("batch.maxEvents: 5000 must be 1..1000")
                .contains("batch.maxDelay");
        assertThat(condition("Ready")).startsWith("False InvalidSpec");
        assertThat(status().policyHash()).isEqualTo(before.policyHash());
        assertThat(status().effective()).isEqualTo(before.effective());
        assertThat(policies()).isEqualTo(policies);
        rule.script(key(), (_, state) -> ScriptedRule.decision(2, Diagnosis.AdmissionBound, 1_000, state));
        eventually(() -> replicas() == 2 ? true : null);

        edit(spec -> spec.putObject("batch").put("maxEvents", 300));
        eventually(() -> condition("Degraded").startsWith("False") ? true : null);
        assertThat(condition("Ready")).startsWith("True");
        assertThat(status().policyHash()).isNotEqualTo(before.policyHash());
        assertThat(events()).contains("InvalidSpec");
    }

    @Test
    void aSpecThatWasNeverValidMakesNothing() {
        create(JSON.createObjectNode());
        eventually(() -> condition("Degraded").startsWith("True InvalidSpec") ? true : null);
        assertThat(condition("Degraded")).contains("sink: nothing must be exactly one of redis and cassandra");
        assertThat(workload()).isNull();
        assertThat(policies()).isEmpty();
    }

    @Test
    void anObjectOfSomebodyElseIsNamedAndNotTouched() {
        var foreign = new ServiceBuilder()
                .withMetadata(meta("orders-buffer"))
                .withNewSpec()
                .addToSelector("app", "theirs")
                .endSpec()
                .build();
        api.client.resource(foreign).create();
        create(spec());
        eventually(() -> condition("Degraded").startsWith("True NameTaken") ? true : null);
        assertThat(condition("Degraded")).contains("Service orders-buffer exists and is not owned");
        assertThat(Objects.requireNonNull(get(Service.class, "orders-buffer"))
                        .getSpec()
                        .getSelector())
                .containsExactly(Map.entry("app", "theirs"));
        assertThat(api.writes(namespace)).doesNotContain("apply " + namespace + "/services/orders-buffer");

        api.client.resource(foreign).delete();
        eventually(() -> condition("Degraded").startsWith("False") ? true : null);
    }

    @Test
    void replicasFollowTheRuleWithinTheBounds() {
        running();
        rule.script(
                key(),
                (workload, _) ->
                        ScriptedRule.decision(9, Diagnosis.AdmissionBound, 1_000, stepped(workload.replicas())));
        eventually(() -> replicas() == 3 ? true : null);
        eventually(() -> Objects.equals(3, scaling().desired()) ? true : null);
        assertThat(scaling().diagnosis()).isEqualTo("AdmissionBound");
        assertThat(Objects.requireNonNull(scaling().lastDecision()).to()).isEqualTo(3);
        assertThat(scaling().memory()).isNotNull();
        eventually(() -> events().contains("ScaledUp") ? true : null);
    }

    @Test
    void underExternalTheReplicasOfTheSpecAreFollowed() {
        running();
        edit(spec -> spec.putObject("scaling").put("mode", "External").put("replicas", 2));
        eventually(() -> replicas() == 2 ? true : null);
        rule.script(key(), (_, state) -> ScriptedRule.decision(1, Diagnosis.NotActing, 1_000, state));
        morePasses(2);
        assertThat(replicas()).isEqualTo(2);
        assertThat(condition("ScalingActive")).startsWith("False External");
    }

    @Test
    void thePauseIsSeenAtOnceAndHoldsTheReplicas() {
        running();
        annotate("true");
        eventually(() -> condition("ScalingActive").startsWith("False Paused") ? true : null);
        rule.script(key(), (_, state) -> ScriptedRule.decision(3, Diagnosis.AdmissionBound, 1_000, state));
        morePasses(2);
        assertThat(replicas()).isEqualTo(1);
        annotate("false");
        eventually(() -> replicas() == 3 ? true : null);
    }

    @Test
    void aSaturatedSinkIsAConditionAndOneEvent() {
        running();
        rule.script(key(), (w, s) -> ScriptedRule.decision(w.replicas(), Diagnosis.SinkSaturated, 1_000, s));
        eventually(() -> condition("SinkSaturated").startsWith("True") ? true : null);
        morePasses(3);
        assertThat(events()).filteredOn("SinkSaturated"::equals).hasSize(1);
    }

    @Test
    void aDeletedBufferIsForgottenAndNothingIsWrittenForIt() {
        running();
        api.client.resource(Objects.requireNonNull(buffer())).delete();
        await().atMost(PATIENCE).until(() -> quietFor(Duration.ofSeconds(3)));
        assertThat(Objects.requireNonNull(workload()).getMetadata().getOwnerReferences())
                .as("the garbage collector's work, which the mock does not do")
                .isNotEmpty();
    }

    // ---- what the tests do ----

    private boolean quietFor(Duration time) throws InterruptedException {
        int passes = rule.passes(key());
        int writes = api.writes(namespace).size();
        Thread.sleep(time);
        return rule.passes(key()) == passes && api.writes(namespace).size() == writes;
    }

    private ScalingState stepped(int from) {
        var none = ScalingState.NONE;
        return new ScalingState(
                none.sinkHash(),
                none.awaitedReady(),
                none.settleUntilMillis(),
                none.sinkSaturated(),
                none.sinkHoldUntilMillis(),
                none.baseline(),
                none.ceiling(),
                none.judgement(),
                none.peaks(),
                none.troughs(),
                none.changes(),
                List.of(new ScalingState.Step(
                        1_000, from == 3 ? 1 : from, 3, Diagnosis.AdmissionBound, "RateLimited", "more")));
    }

    private void running() {
        create(spec());
        eventually(this::workload);
        podsAre(1, 1);
        eventually(() -> condition("Ready").startsWith("True") ? true : null);
    }

    private static ObjectNode spec() {
        var spec = JSON.createObjectNode();
        spec.putObject("sink")
                .putObject("redis")
                .put("uri", "redis://redis:6379")
                .put("stream", "orders");
        return spec;
    }

    private String key() {
        return namespace + "/orders";
    }

    private io.fabric8.kubernetes.api.model.ObjectMeta meta(String name) {
        return new ObjectMetaBuilder().withName(name).withNamespace(namespace).build();
    }

    private void create(JsonNode spec) {
        var buffer = new IngestionBuffer();
        buffer.setMetadata(meta("orders"));
        buffer.setSpec(new IngestionBufferSpec(spec));
        api.client.resource(buffer).create();
    }

    private void edit(Consumer<ObjectNode> change) {
        api.client.resource(Objects.requireNonNull(buffer())).edit(b -> {
            ObjectNode spec = b.getSpec().tree().deepCopy();
            change.accept(spec);
            b.setSpec(new IngestionBufferSpec(spec));
            return b;
        });
    }

    private void annotate(String paused) {
        api.client.resource(Objects.requireNonNull(buffer())).edit(b -> {
            b.getMetadata().setAnnotations(Map.of("headpond.dev/paused", paused));
            return b;
        });
    }

    /// What the Deployment controller would say.
    private void podsAre(int existing, int ready) {
        var deployment = Objects.requireNonNull(workload());
        deployment.setStatus(new DeploymentStatusBuilder()
                .withReplicas(existing)
                .withUpdatedReplicas(existing)
                .withReadyReplicas(ready)
                .build());
        api.client.resource(deployment).updateStatus();
    }

    private io.fabric8.kubernetes.api.model.Pod pod(String name, String policy) {
        return new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(namespace)
                .addToLabels("headpond.dev/buffer", "orders")
                .addToLabels("app.kubernetes.io/managed-by", "headpond")
                .endMetadata()
                .withNewSpec()
                .addNewVolume()
                .withName("policy")
                .withNewConfigMap()
                .withName(policy)
                .endConfigMap()
                .endVolume()
                .endSpec()
                .build();
    }

    private void morePasses(int passes) {
        int seen = rule.passes(key());
        await().atMost(PATIENCE).until(() -> rule.passes(key()) >= seen + passes);
    }

    private static <T> T eventually(java.util.function.Supplier<@Nullable T> found) {
        return Objects.requireNonNull(await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .ignoreExceptionsInstanceOf(NullPointerException.class)
                .until(found::get, Objects::nonNull));
    }

    private @Nullable IngestionBuffer buffer() {
        return get(IngestionBuffer.class, "orders");
    }

    private @Nullable Deployment workload() {
        return get(Deployment.class, "orders-buffer");
    }

    private int replicas() {
        return Objects.requireNonNull(workload()).getSpec().getReplicas();
    }

    private String image() {
        return Objects.requireNonNull(workload())
                .getSpec()
                .getTemplate()
                .getSpec()
                .getContainers()
                .getFirst()
                .getImage();
    }

    private String mountedPolicy() {
        return Objects.requireNonNull(workload()).getSpec().getTemplate().getSpec().getVolumes().stream()
                .filter(volume -> volume.getConfigMap() != null)
                .findFirst()
                .orElseThrow()
                .getConfigMap()
                .getName();
    }

    private Set<String> policies() {
        return api.client.resources(ConfigMap.class).inNamespace(namespace).list().getItems().stream()
                .map(c -> c.getMetadata().getName())
                .collect(Collectors.toSet());
    }

    private List<String> events() {
        return api.client.events().v1().events().inNamespace(namespace).list().getItems().stream()
                .map(io.fabric8.kubernetes.api.model.events.v1.Event::getReason)
                .toList();
    }

    private IngestionBufferStatus status() {
        return Objects.requireNonNull(Objects.requireNonNull(buffer()).getStatus());
    }

    private IngestionBufferStatus.Scaling scaling() {
        return Objects.requireNonNull(status().scaling());
    }

    /// `status reason message`
    private String condition(String type) {
        return Objects.requireNonNull(status().conditions()).stream()
                .filter(c -> type.equals(c.getType()))
                .map(ReconcileTest::text)
                .findFirst()
                .orElse("");
    }

    private static String text(Condition c) {
        return c.getStatus() + " " + c.getReason() + " " + c.getMessage();
    }

    private <T extends io.fabric8.kubernetes.api.model.HasMetadata> @Nullable T get(Class<T> type, String name) {
        return api.client.resources(type).inNamespace(namespace).withName(name).get();
    }
}
