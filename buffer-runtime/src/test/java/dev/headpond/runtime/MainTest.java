package dev.headpond.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.headpond.policy.LoadReport;
import dev.headpond.runtime.sink.redis.LocalRedis;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The whole process as a child, against a real redis-server.
class MainTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    private final HttpClient http = HttpClient.newHttpClient();
    /// The management port is the same in every pod, so each has an address of its own.
    private final String address = "127." + ThreadLocalRandom.current().nextInt(64, 128) + "."
            + ThreadLocalRandom.current().nextInt(256) + "."
            + ThreadLocalRandom.current().nextInt(1, 255);

    private LocalRedis redis;
    private final List<Process> children = new ArrayList<>();

    @BeforeEach
    void startRedis() throws IOException {
        redis = new LocalRedis(directory).start();
    }

    @AfterEach
    void stop() throws Exception {
        for (var child : children) {
            child.destroyForcibly().waitFor();
        }
        redis.close();
        http.close();
    }

    private Process start(String sections) throws IOException {
        var policyDirectory = Files.createDirectories(directory.resolve("policy"));
        var policy = policyDirectory.resolve("policy.json");
        Files.writeString(
                policy,
                "{\"name\":\"shop/orders\"," + sections + "\"sink\":{\"redis\":{\"uri\":\"" + redis.uri()
                        + "\",\"stream\":\"orders\"}}}");
        var classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        var command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-ea",
                "-Xmx128m",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                classPath,
                "dev.headpond.runtime.Main",
                policy.toString());
        var builder = new ProcessBuilder(command)
                .redirectOutput(directory.resolve("out").toFile())
                .redirectError(directory.resolve("err").toFile());
        builder.environment().put("BIND_ADDRESS", address);
        builder.environment().put("POD_UID", "uid-1");
        var child = builder.start();
        children.add(child);
        return child;
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("http://" + address + ":9090" + path));
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> post(int port, String body) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("http://" + address + ":" + port + "/v1/events"))
                .header("Content-Type", "application/x-ndjson")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private LoadReport load() throws IOException, InterruptedException {
        return LoadReport.parse(get("/load").body()).orElseThrow();
    }

    private void awaitReady() {
        await().atMost(PATIENCE).ignoreExceptions().until(() -> get("/readyz").statusCode() == 200);
    }

    private static String events(int from, int to) {
        return String.join("\n", list(from, to)) + "\n";
    }

    private static List<String> list(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> "{\"n\": " + i + ",\"text\":\"caf\\u00e9 \\\"" + i + "\\\"\"}")
                .toList();
    }

    @Test
    void whatIsPostedStandsInRedisAndTheProcessEndsWell() throws Exception {
        int port = LocalRedis.freePort();
        var child = start("\"ingest\":{\"port\":" + port + "},");
        awaitReady();
        assertThat(get("/livez").statusCode()).isEqualTo(200);
        assertThat(post(port, events(0, 500)).statusCode()).isEqualTo(202);
        await().atMost(PATIENCE).until(() -> redis.events("orders").size() == 500);
        assertThat(redis.events("orders")).containsExactlyInAnyOrderElementsOf(list(0, 500));
        await().atMost(PATIENCE).until(() -> load().events().delivered() == 500);
        assertThat(get("/metrics").body())
                .contains(
                        "headpond_events_total{result=\"delivered\"} 500.0",
                        "headpond_request_seconds_bucket{status=\"202\"");

        child.destroy();
        await().atMost(PATIENCE).until(() -> get("/readyz").statusCode() == 503);
        var late = post(port, events(500, 510));
        assertThat(late.statusCode()).isEqualTo(202);
        assertThat(late.headers().firstValue("connection")).hasValue("close");
        assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(child.exitValue()).isZero();
        assertThat(redis.events("orders")).containsExactlyInAnyOrderElementsOf(list(0, 510));
        assertThat(Files.readString(directory.resolve("err"))).isEmpty();
    }

    @Test
    void whatIsHeldWhileRedisIsAwayIsDeliveredLater() throws Exception {
        int port = LocalRedis.freePort();
        start("\"ingest\":{\"port\":" + port + "},");
        awaitReady();
        assertThat(post(port, events(0, 10)).statusCode()).isEqualTo(202);
        await().atMost(PATIENCE).until(() -> load().events().delivered() == 10);
        redis.stop();
        assertThat(post(port, events(10, 700)).statusCode()).isEqualTo(202);
        await().atMost(PATIENCE).until(() -> load().sink().health() != LoadReport.SinkView.Health.OK);
        assertThat(get("/readyz").statusCode()).isEqualTo(200);
        assertThat(load().depth().events()).isEqualTo(690);
        redis.start();
        await().atMost(PATIENCE).until(() -> load().events().delivered() == 700);
        assertThat(redis.events("orders")).containsExactlyInAnyOrderElementsOf(list(0, 700));
    }

    @Test
    void deliveredMeansThatItStandsInRedis() throws Exception {
        int port = LocalRedis.freePort();
        start("\"ingest\":{\"port\":" + port + "},\"buffer\":{\"acknowledge\":\"Delivered\"},");
        awaitReady();
        var answer = post(port, events(0, 300));
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("headpond-acknowledge")).hasValue("Delivered");
        assertThat(redis.events("orders")).containsExactlyInAnyOrderElementsOf(list(0, 300));
    }

    @Test
    void aLossIsSaidAndEndsWithOne() throws Exception {
        int port = LocalRedis.freePort();
        var child = start("\"ingest\":{\"port\":" + port + "},");
        awaitReady();
        redis.stop();
        assertThat(post(port, events(0, 7)).statusCode()).isEqualTo(202);
        child.destroy();
        assertThat(child.waitFor(90, TimeUnit.SECONDS)).isTrue();
        assertThat(child.exitValue()).isEqualTo(1);
        assertThat(Files.readString(directory.resolve("out"))).contains("7 accepted events are lost");
    }

    @Test
    void aBadPolicyIsOneLineAndExitCodeTwo() throws Exception {
        var child = start("\"batch\":{\"maxEvents\":5000},");
        assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(child.exitValue()).isEqualTo(2);
        assertThat(Files.readString(directory.resolve("err"), StandardCharsets.UTF_8))
                .isEqualTo("batch.maxEvents: 5000 must be 1..1000 events" + System.lineSeparator());
    }
}
