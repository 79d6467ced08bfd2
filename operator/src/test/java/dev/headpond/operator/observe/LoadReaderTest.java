package dev.headpond.operator.observe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.headpond.operator.decide.DeciderTimings;
import dev.headpond.policy.LoadReport;
import dev.headpond.policy.LoadReport.SinkView.Health;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoadReaderTest {
    private static final ReaderSettings FAST =
            new ReaderSettings(Duration.ofMillis(150), Duration.ofMillis(100), 8, 64 << 10);
    private static final long PATIENCE_SECONDS = 20;

    private final LinkedBlockingQueue<String> samples = new LinkedBlockingQueue<>();
    private final LoadReader reader =
            new LoadReader(FAST, DeciderTimings.PLAYGROUND, InstantSource.system(), samples::add);
    private final List<HttpServer> pods = new ArrayList<>();
    private final CountDownLatch released = new CountDownLatch(1);

    @AfterEach
    void stop() {
        released.countDown();
        reader.close();
        pods.forEach(pod -> pod.stop(0));
    }

    /// What a fake pod does with a request.
    private interface Answer {
        void to(HttpExchange exchange) throws IOException, InterruptedException;
    }

    private PodAddress pod(String uid, Answer answer) {
        try {
            var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            server.createContext("/load", exchange -> {
                try (exchange) {
                    answer.to(exchange);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            server.start();
            pods.add(server);
            return new PodAddress(uid, "127.0.0.1", server.getAddress().getPort(), true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Answer text(String body) {
        return exchange -> {
            var bytes = body.getBytes(UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
        };
    }

    private static Answer report(String epoch) {
        var uptime = new AtomicInteger();
        return exchange -> text(load(epoch, uptime.incrementAndGet())).to(exchange);
    }

    private static String load(String epoch, double uptime) {
        return new LoadReport(
                        epoch,
                        uptime,
                        LoadReport.State.SERVING,
                        new LoadReport.Events(10, 0, 0, 0, 0, 10, 0, Map.of()),
                        new LoadReport.Depth(0, 0, 1 << 20),
                        new LoadReport.Batches(1, 1, 1, 0),
                        new LoadReport.Integrals(0, 0, 0, 0, 0, 1),
                        new LoadReport.SinkView(4, Health.OK, ""))
                .toJson();
    }

    private void rounds(String key, int number) throws InterruptedException {
        for (int seen = 0; seen < number; ) {
            var sample = samples.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            assertThat(sample).as("a sample within %s s", PATIENCE_SECONDS).isNotNull();
            seen += key.equals(sample) ? 1 : 0;
        }
    }

    private List<String> answering(String key) {
        return reader.window(key).newest().orElseThrow().pods().stream()
                .filter(pod -> pod.load().isPresent())
                .map(dev.headpond.operator.decide.Observation.Pod::uid)
                .toList();
    }

    @Test
    void everyPodIsReadAndTheListenerToldAfterEachRound() throws InterruptedException {
        var a = pod("a", report("1"));
        var b = pod("b", report("1"));
        reader.watch("shop/orders", () -> List.of(a, b));
        rounds("shop/orders", 3);
        assertThat(answering("shop/orders")).containsExactly("a", "b");
        assertThat(reader.window("shop/orders").observations()).hasSizeGreaterThanOrEqualTo(3);
        assertThat(reader.counts().answered()).isGreaterThanOrEqualTo(6);
        assertThat(reader.counts().failed()).isZero();
    }

    @Test
    void brokenPodsAreCountedAndDoNotHideTheOthers() throws InterruptedException {
        var all = List.of(
                pod("well", report("1")),
                pod("hangs", _ -> released.await()),
                pod("trickles", exchange -> {
                    exchange.sendResponseHeaders(200, 0);
                    exchange.getResponseBody().write('{');
                    exchange.getResponseBody().flush();
                    released.await();
                }),
                pod("huge", text(" ".repeat(1 << 20) + load("1", 1))),
                pod("wrong", text("{\"epoch\": 7}")),
                pod("no-json", text("<html>")),
                pod("unwell", exchange -> exchange.sendResponseHeaders(503, -1)),
                new PodAddress("gone", "127.0.0.1", closedPort(), true),
                new PodAddress("unnamed", "", 9090, false),
                new PodAddress("odd", "not an address", 9090, true));
        reader.watch("shop/orders", () -> all);
        rounds("shop/orders", 2);
        assertThat(answering("shop/orders")).containsExactly("well");
        assertThat(reader.window("shop/orders").newest().orElseThrow().pods()).hasSize(all.size());
        var counts = reader.counts();
        assertThat(counts.timedOut()).isGreaterThanOrEqualTo(4);
        assertThat(counts.refused()).isGreaterThanOrEqualTo(6);
        assertThat(counts.unreachable()).isGreaterThanOrEqualTo(6);
    }

    private static int closedPort() {
        try (var socket = new java.net.ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aBufferWithSilentPodsDoesNotDelayAnother() throws InterruptedException {
        var silent = pod("silent", _ -> released.await());
        var well = pod("well", report("1"));
        reader.watch("shop/slow", () -> List.of(silent));
        reader.watch("shop/fast", () -> List.of(well));
        rounds("shop/fast", 4);
        assertThat(answering("shop/fast")).containsExactly("well");
    }

    @Test
    void aRestartedPodShowsAnotherEpoch() throws InterruptedException {
        var requests = new AtomicInteger();
        var restarted = pod(
                "a",
                exchange -> text(load(requests.incrementAndGet() < 3 ? "1" : "2", 1))
                        .to(exchange));
        reader.watch("shop/orders", () -> List.of(restarted));
        rounds("shop/orders", 4);
        var load = reader.window("shop/orders")
                .newest()
                .orElseThrow()
                .pods()
                .getFirst()
                .load();
        assertThat(load.orElseThrow().epoch()).isEqualTo("2");
    }

    @Test
    void aSupplierThatThrowsEndsNothing() throws InterruptedException {
        var well = pod("well", report("1"));
        var calls = new AtomicInteger();
        reader.watch("shop/orders", () -> {
            if (calls.incrementAndGet() < 3) {
                throw new IllegalStateException("on purpose: the cache is not there yet");
            }
            return List.of(well);
        });
        rounds("shop/orders", 4);
        assertThat(answering("shop/orders")).containsExactly("well");
        assertThat(reader.counts().roundsBroken()).isEqualTo(2);
    }

    @Test
    void aListenerThatThrowsEndsNothing() throws InterruptedException {
        var well = pod("well", report("1"));
        var told = new LinkedBlockingQueue<String>();
        try (var grumbling = new LoadReader(FAST, DeciderTimings.PLAYGROUND, InstantSource.system(), key -> {
            told.add(key);
            throw new IllegalStateException("on purpose");
        })) {
            grumbling.watch("shop/orders", () -> List.of(well));
            for (int i = 0; i < 3; i++) {
                assertThat(told.poll(PATIENCE_SECONDS, TimeUnit.SECONDS)).isEqualTo("shop/orders");
            }
        }
    }

    @Test
    void aForgottenBufferIsReadNoMore() throws InterruptedException {
        var requests = new AtomicInteger();
        var well = pod("well", exchange -> {
            requests.incrementAndGet();
            report("1").to(exchange);
        });
        var other = pod("other", report("1"));
        reader.watch("shop/orders", () -> List.of(well));
        rounds("shop/orders", 1);
        reader.forget("shop/orders");
        assertThat(reader.window("shop/orders").newest()).isEmpty();
        reader.watch("shop/other", () -> List.of(other));
        rounds("shop/other", 1);
        int then = requests.get();
        rounds("shop/other", 3);
        assertThat(requests.get()).isLessThanOrEqualTo(then);
    }

    @Test
    void anotherPlaceToFindPodsKeepsTheWindow() throws InterruptedException {
        var a = pod("a", report("1"));
        reader.watch("shop/orders", () -> List.of(a));
        rounds("shop/orders", 2);
        int before = reader.window("shop/orders").observations().size();
        reader.watch("shop/orders", () -> List.of(a));
        assertThat(reader.window("shop/orders").observations()).hasSizeGreaterThanOrEqualTo(before);
        rounds("shop/orders", 1);
        assertThat(answering("shop/orders")).containsExactly("a");
    }

    @Test
    void noMoreRequestsAreInFlightThanAllowed() throws InterruptedException {
        var inFlight = new AtomicInteger();
        var most = new AtomicInteger();
        var many = new ArrayList<PodAddress>();
        for (int i = 0; i < 30; i++) {
            many.add(pod("p" + i, exchange -> {
                most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
                try {
                    text(load("1", 1)).to(exchange);
                } finally {
                    inFlight.decrementAndGet();
                }
            }));
        }
        reader.watch("shop/orders", () -> many);
        rounds("shop/orders", 2);
        assertThat(most.get()).isBetween(1, FAST.requestsMax());
    }
}
