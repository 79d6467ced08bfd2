package dev.headpond.e2e;

import static dev.headpond.e2e.Cluster.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// A policy is locked into its pods: changing it replaces them, and no accepted event is lost on the way.
@Order(4)
@ClusterUnderTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RolloutTest {
    private final Space space;
    private final Redis redis;
    private final Buffer buffer;

    RolloutTest(Cluster cluster) {
        new Release(cluster).ensure();
        this.space = Space.create(cluster, "e2e-rollout");
        this.redis = space.startRedis();
        this.buffer = space.declare("orders", """
                  scaling: {minReplicas: 2, maxReplicas: 2}
                """);
    }

    @BeforeAll
    void start() {
        buffer.awaitReady();
    }

    @Test
    void aChangeOfPolicyReplacesThePodsAndLosesNoEventOfASteadyProducer() throws Exception {
        String hash = buffer.status().policyHash();
        Set<String> oldPods = podNames();
        try (Producer producer = Producer.start(buffer.door())) {
            await("events flow").until(() -> producer.accepted() > 200);

            buffer.patch("{\"batch\": {\"maxEvents\": 100}}");

            await("every pod is new").untilAsserted(() -> {
                assertThat(buffer.status().policyHash()).isNotEqualTo(hash);
                assertThat(podNames()).hasSize(2).doesNotContainAnyElementsOf(oldPods);
            });
            buffer.awaitReady();
            int sofar = producer.accepted();
            await("events flow into the new pods").until(() -> producer.accepted() > sofar + 200);
            assertAllStored(producer.stop());
        }
        assertThat(policies())
                .hasSize(1)
                .allSatisfy(name -> assertThat(name).endsWith(buffer.status().policyHash()));
    }

    /// Accepted events stand in Redis, each once: only one whose first attempt got no answer may stand there twice.
    private void assertAllStored(Producer.Tally tally) {
        assertThat(tally.failures()).isEmpty();
        await("all are delivered")
                .untilAsserted(
                        () -> assertThat(new HashSet<>(redis.events("orders"))).containsAll(tally.accepted()));
        List<String> stored = redis.events("orders");
        Set<String> seen = new HashSet<>();
        assertThat(stored.stream().filter(event -> !seen.add(event)).toList())
                .as("events that stand in Redis twice")
                .isSubsetOf(tally.repeated());
    }

    private Set<String> podNames() {
        return buffer.pods().stream().map(pod -> pod.getMetadata().getName()).collect(Collectors.toSet());
    }

    /// Policies that no pod uses any more are removed.
    private List<String> policies() {
        return space.objects().stream()
                .filter(object -> object.startsWith("configmap/orders-policy-"))
                .toList();
    }

    @AfterAll
    void end() {
        redis.close();
        space.close();
    }
}
