package dev.headpond.e2e;

import static dev.headpond.e2e.Cluster.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Condition;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// A new user's first minutes: the quickstart's example as it stands but for the address of Redis, real events, and
/// what
/// `kubectl get ib` then says.
@Order(3)
@ClusterUnderTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EventsTest {
    private static final Path EXAMPLES = Cluster.REPOSITORY.resolve("examples");

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Cluster cluster;
    private final Space space;
    private final Redis redis;
    private final Buffer buffer;

    EventsTest(Cluster cluster) throws IOException {
        this.cluster = cluster;
        new Release(cluster).ensure();
        this.space = Space.create(cluster, "shop");
        this.redis = space.startRedis();
        cluster.apply(space.name(), Files.readString(EXAMPLES.resolve("quickstart.yaml")));
        this.buffer = space.buffer("orders");
    }

    @BeforeAll
    void start() {
        buffer.awaitReady();
    }

    @Test
    void realEventsPostedThroughTheServiceStandInRedisByteForByte() throws Exception {
        List<String> payloads = Files.readAllLines(EXAMPLES.resolve("data/github-webhooks.ndjson"));
        assertThat(payloads).hasSize(329);

        for (String payload : payloads) {
            HttpResponse<String> answer =
                    Producer.post(http, buffer.door(), "application/json", BodyPublishers.ofString(payload));
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
        }

        await("all are delivered")
                .untilAsserted(() -> assertThat(redis.length("orders")).isGreaterThanOrEqualTo(payloads.size()));
        assertThat(redis.events("orders")).containsExactlyInAnyOrderElementsOf(payloads);
    }

    @Test
    void theStatusSaysThatAllIsWellAndWhereToSendEvents() {
        await("the load is known").untilAsserted(() -> {
            var status = buffer.status();
            assertThat(status.observedGeneration())
                    .isEqualTo(buffer.resource().getMetadata().getGeneration());
            assertThat(status.readyReplicas()).isEqualTo(status.replicas()).isPositive();
            assertThat(status.endpoint())
                    .isEqualTo("http://%s.%s.svc:%d/v1/events"
                            .formatted(
                                    buffer.workload(),
                                    space.name(),
                                    buffer.door().getPort()));
            assertThat(status.policyHash()).isNotBlank();
            // A status is written before the first load is read: what is not there yet is waited for.
            assertThat(status.load()).isNotNull();
            assertThat(Objects.requireNonNull(status.load()).podsAnswered()).isEqualTo(status.replicas());
            assertThat(status.scaling()).isNotNull();
            assertThat(Objects.requireNonNull(status.scaling()).diagnosis()).isNotBlank();
            assertThat(status.conditions())
                    .extracting(Condition::getType)
                    .contains("Ready", "Progressing", "Degraded", "MetricsAvailable", "SinkSaturated", "ScalingActive");
        });
        assertThat(buffer.condition("Degraded"))
                .get()
                .extracting(Condition::getStatus)
                .isEqualTo("False");
        assertThat(buffer.condition("SinkSaturated"))
                .get()
                .extracting(Condition::getStatus)
                .isEqualTo("False");
    }

    @Test
    void kubectlGetTellsTheStoryInOneLine() {
        await("the columns are filled").untilAsserted(() -> {
            List<String> lines =
                    cluster.kubectl("-n", space.name(), "get", "ib").lines().toList();
            assertThat(lines.getFirst().split(" +", -1))
                    .containsExactly("NAME", "READY", "REPLICAS", "DEPTH", "RATE-LIMITED", "SINK", "DIAGNOSIS", "AGE");
            assertThat(lines.get(1))
                    .matches(buffer.name()
                            + " +True +1 +\\d+% +[0-9.]+% +Healthy +(InBand|Stabilizing|Oversized) +\\S+");
        });
    }

    @Test
    void aBadEventIsRefusedAndNamesWhatIsWrong() throws Exception {
        HttpResponse<String> answer =
                Producer.post(http, buffer.door(), "application/json", BodyPublishers.ofString("{\"a\":"));

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    }

    @AfterAll
    void end() {
        redis.close();
        space.close();
    }
}
