package dev.headpond.e2e;

import static dev.headpond.e2e.Cluster.await;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Where somebody else decides about replicas, the `/scale` subresource is how.
@Order(5)
@ClusterUnderTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ScaleTest {
    private final Cluster cluster;
    private final Space space;
    private final Redis redis;
    private final Buffer buffer;

    ScaleTest(Cluster cluster) {
        this.cluster = cluster;
        new Release(cluster).ensure();
        this.space = Space.create(cluster, "e2e-scale");
        this.redis = space.startRedis();
        this.buffer = space.declare("orders", """
                  scaling: {mode: External, replicas: 1, maxReplicas: 3}
                """);
    }

    @BeforeAll
    void start() {
        buffer.awaitReady();
    }

    @Test
    void kubectlScaleSetsTheNumberOfPods() {
        scaleTo(3);
        scaleTo(1);
    }

    private void scaleTo(int replicas) {
        cluster.kubectl("-n", space.name(), "scale", "ib", buffer.name(), "--replicas=" + replicas);

        await(replicas + " pods take events").untilAsserted(() -> {
            assertThat(buffer.deployment().getSpec().getReplicas()).isEqualTo(replicas);
            assertThat(buffer.status().readyReplicas()).isEqualTo(replicas);
            assertThat(buffer.pods()).hasSize(replicas);
        });
        assertThat(scale("{.spec.replicas} {.status.replicas}")).isEqualTo(replicas + " " + replicas);
    }

    @Test
    void theScaleNamesThePodsThatItCounts() {
        assertThat(cluster.kubectl("-n", space.name(), "get", "pods", "-o", "name", "-l", scale("{.status.selector}"))
                        .lines())
                .isNotEmpty()
                .allMatch(pod -> pod.startsWith("pod/" + buffer.workload()));
    }

    private String scale(String path) {
        return cluster.kubectl(
                "-n", space.name(), "get", "ib", buffer.name(), "--subresource=scale", "-o", "jsonpath=" + path);
    }

    @AfterAll
    void end() {
        redis.close();
        space.close();
    }
}
