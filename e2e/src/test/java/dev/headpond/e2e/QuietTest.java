package dev.headpond.e2e;

import static dev.headpond.e2e.Cluster.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// What is as it should be is not written again: neither on the next reconcile nor by the next operator. Without an
/// audit
/// log the resource versions alone must tell.
@Order(6)
@ClusterUnderTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QuietTest {
    /// Longer than two readings of the loads.
    private static final long QUIET_SECONDS = 12;

    private final Cluster cluster;
    private final Release release;
    private final Space space;
    private final Redis redis;
    private final Buffer buffer;

    QuietTest(Cluster cluster) {
        this.cluster = cluster;
        this.release = new Release(cluster).ensure();
        this.space = Space.create(cluster, "e2e-quiet");
        this.redis = space.startRedis();
        this.buffer = space.declare("orders", "");
    }

    @BeforeAll
    void start() {
        buffer.awaitReady();
        awaitQuiet();
    }

    @Test
    void aSecondReconcileMakesNoWrite() throws InterruptedException {
        Versions before = versions();
        long mark = mark();
        double reconciled = reconciles();

        cluster.kubectl("-n", space.name(), "annotate", "ib", buffer.name(), "--overwrite", "e2e/touched=again");
        await("it is reconciled again").until(() -> reconciles() > reconciled);
        TimeUnit.SECONDS.sleep(QUIET_SECONDS); // that nothing happens can only be waited for

        assertThat(versions().owned()).isEqualTo(before.owned());
        assertThat(writesSince(mark)).isEmpty();
    }

    /// The new one knows of no load yet and says so in the status until it has looked a few times; then it says what
    /// the
    /// old one said. It writes nothing else.
    @Test
    void aNewOperatorFindsAllAsItShouldBeAndWritesNoObject() throws InterruptedException {
        String told = told();
        Versions before = versions();
        long mark = mark();

        release.restart();
        await("the new operator has reconciled").until(() -> reconciles() > 0);
        await("the status is as it was").during(QUIET_SECONDS, TimeUnit.SECONDS).until(() -> told().equals(told));

        assertThat(versions().owned()).isEqualTo(before.owned());
        assertThat(writesSince(mark)).extracting(AuditLog.Write::resource).isSubsetOf("ingestionbuffers/status");
    }

    @Test
    void aNewOperatorEndsWhatTheOldOneBegan() {
        buffer.patch("{\"batch\": {\"maxEvents\": 150}}");
        release.restart();

        buffer.awaitReady();
        await("the rollout is complete").untilAsserted(() -> {
            var status = buffer.deployment().getStatus();
            assertThat(status.getUpdatedReplicas()).isEqualTo(1);
            assertThat(status.getReplicas()).isEqualTo(1);
            assertThat(buffer.deployment().getMetadata().getGeneration()).isEqualTo(status.getObservedGeneration());
        });
        awaitQuiet();
    }

    /// @param buffer the resourceVersion of the IngestionBuffer: its status is part of it
    /// @param owned the resourceVersions of what the operator made
    private record Versions(String buffer, Map<String, String> owned) {}

    private Versions versions() {
        Map<String, String> owned = new TreeMap<>();
        cluster.kubectl(
                        "-n",
                        space.name(),
                        "get",
                        "configmap,service,serviceaccount,poddisruptionbudget,networkpolicy",
                        "-l",
                        "headpond.dev/buffer=" + buffer.name(),
                        "-o",
                        "jsonpath={range .items[*]}{.kind}/{.metadata.name} {.metadata.resourceVersion}{'\\n'}{end}")
                .lines()
                .map(line -> line.split(" ", 2))
                .forEach(words -> owned.put(words[0], words[1]));
        // The Deployment's controller writes its status; only its generation tells of the operator's writes.
        owned.put("Deployment", "" + buffer.deployment().getMetadata().getGeneration());
        return new Versions(buffer.resource().getMetadata().getResourceVersion(), owned);
    }

    /// Waits until the last decisions have settled: the status has not changed for as long as the tests will watch it.
    private void awaitQuiet() {
        await("the status has settled")
                .during(QUIET_SECONDS, TimeUnit.SECONDS)
                .until(new Unchanged(() -> buffer.resource().getMetadata().getResourceVersion()));
    }

    /// The columns and conditions of the buffer, without times.
    private String told() {
        return cluster.kubectl(
                "-n",
                space.name(),
                "get",
                "ib",
                buffer.name(),
                "-o",
                "jsonpath="
                        + "{.status.replicas} {.status.load} {.status.scaling.desired} {.status.scaling.diagnosis} "
                        + "{range .status.conditions[*]}{.type}={.status} {.reason}; {end}");
    }

    private double reconciles() {
        return release.metrics().sum("operator_sdk_reconciliations_success_total");
    }

    private long mark() {
        return cluster.auditLog().map(AuditLog::position).orElse(0L);
    }

    private List<AuditLog.Write> writesSince(long mark) {
        return cluster.auditLog()
                .map(log -> log.writesSince(mark, release.user()))
                .orElse(List.of());
    }

    @AfterAll
    void end() {
        redis.close();
        space.close();
    }
}
