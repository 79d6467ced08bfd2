package dev.headpond.playground.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headpond.playground.kubelet.LocalKubelet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The whole path, short: a buffer is applied, the operator starts its pod, real events are posted and stand in Redis;
/// a
/// changed policy rolls the pod, and deleting the buffer leaves nothing.
class PlaygroundTest {
    private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

    @TempDir
    private Path directory;

    @Test
    void an_applied_buffer_takes_real_events_to_redis_and_leaves_nothing_behind() throws Exception {
        try (var playground = new Playground(directory)) {
            playground.installDefinition();
            var redis = playground.startRedis();
            var kubelet = playground.startKubelet();
            playground.startOperator();
            playground.apply(PROJECT.resolve("examples/quickstart.yaml"), redis);
            var buffer = new Buffer(playground.client());
            Wait.until(
                    "the buffer is not ready",
                    60,
                    () -> buffer.isReady() && Playground.endpoint(kubelet).isPresent(),
                    () -> whyNot(buffer));

            var payloads = Payloads.read(PROJECT.resolve("examples/data/github-webhooks.ndjson"));
            assertThat(payloads.events()).hasSize(329);
            try (var sink = new SinkReader(redis.address(), Buffer.NAME)) {
                post(kubelet, payloads);
                Wait.until("events are missing", 30, () -> sink.length() >= 329, () -> whyNot(buffer));
                assertThat(payloads.difference(1, sink.events(1_000))).isEmpty();

                var hash = String.valueOf(buffer.status().policyHash());
                changePolicy(playground, redis);
                Wait.until("the policy is not rolled out", 90, () -> rolledOut(buffer, hash), () -> whyNot(buffer));
                post(kubelet, payloads);
                Wait.until("events are missing", 30, () -> sink.length() >= 658, () -> whyNot(buffer));
                assertThat(payloads.difference(2, sink.events(1_000))).isEmpty();
            }

            var client = playground.client();
            client.namespaces().withName(Buffer.NAMESPACE).delete();
            Wait.until(
                    "pods stay",
                    60,
                    () -> client.pods().inAnyNamespace().list().getItems().isEmpty()
                            && client.apps()
                                    .deployments()
                                    .inAnyNamespace()
                                    .list()
                                    .getItems()
                                    .isEmpty(),
                    () -> client.pods().inAnyNamespace().list().getItems().toString());
        }
        assertThat(ProcessHandle.current().descendants().filter(PlaygroundTest::isOurs))
                .as("processes that stayed")
                .isEmpty();
    }

    /// The status, and the ends of the pods' logs.
    private String whyNot(Buffer buffer) {
        try (var files = Files.walk(directory)) {
            var text = new StringBuilder(buffer.complaints());
            for (var log : files.filter(it -> it.endsWith("buffer.log")).toList()) {
                var lines = Files.readAllLines(log);
                text.append("\n").append(log).append("\n");
                text.append(String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size())));
            }
            return text.toString();
        } catch (IOException e) {
            return buffer.complaints() + " (and no logs: " + e + ")";
        }
    }

    private static void post(LocalKubelet kubelet, Payloads payloads) throws Exception {
        try (var producer = new PatientProducer(Playground.endpoint(kubelet).orElseThrow())) {
            for (var body : payloads.asNdjson(40)) producer.post("application/x-ndjson", body);
        }
    }

    private void changePolicy(Playground playground, RedisProcess redis) throws Exception {
        var example = Files.readString(PROJECT.resolve("examples/quickstart.yaml"));
        var changed = directory.resolve("changed.yaml");
        Files.writeString(changed, example.replace("maxEvents: 200", "maxEvents: 100"));
        playground.apply(changed, redis);
    }

    private static boolean rolledOut(Buffer buffer, String oldHash) {
        var status = buffer.status();
        var progressing = status.conditions() == null
                ? List.<String>of()
                : status.conditions().stream()
                        .filter(it -> it.getType().equals("Progressing"))
                        .map(it -> it.getStatus())
                        .toList();
        return !String.valueOf(status.policyHash()).equals(oldHash)
                && progressing.equals(List.of("False"))
                && buffer.isReady();
    }

    private static boolean isOurs(ProcessHandle process) {
        var line = process.info().commandLine().orElse("");
        return line.contains("dev.headpond.runtime.Main") || line.contains("redis-server");
    }
}
