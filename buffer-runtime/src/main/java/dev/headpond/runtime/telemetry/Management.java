package dev.headpond.runtime.telemetry;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.headpond.policy.LoadReport;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// The management port: `/livez`, `/readyz`, `/metrics`, `/load`.
///
/// The JDK's server on threads of its own: it answers while the shard's thread is stuck, which is what `/livez` is for,
/// and a few requests a second ask for nothing faster.
public final class Management implements AutoCloseable {
    /// The shard publishes ten times a second. Without progress for so long it is stuck, and a restart is the cure.
    static final Duration PROGRESS_AGE_MAX = Duration.ofSeconds(5);

    private static final String TEXT = "text/plain; charset=utf-8";
    private static final String METRICS = "text/plain; version=0.0.4; charset=utf-8";

    private final HttpServer server;
    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("headpond-management-", 0).factory());
    private final Supplier<LoadReport> report;
    private final LongSupplier reportAgeNanos;
    private volatile boolean isReady;

    /// @param report the shard's last one, and how old it is
    public Management(
            InetSocketAddress address, Supplier<LoadReport> report, LongSupplier reportAgeNanos, Meters meters)
            throws IOException {
        this.report = report;
        this.reportAgeNanos = reportAgeNanos;
        server = HttpServer.create(address, 0);
        server.setExecutor(threads);
        server.createContext("/livez", exchange -> answer(exchange, isAlive(), "no progress"));
        server.createContext(
                "/readyz", exchange -> answer(exchange, isReady && isAlive() && isServing(), "not serving"));
        server.createContext("/metrics", exchange -> answer(exchange, 200, METRICS, meters.scrape()));
        server.createContext(
                "/load",
                exchange ->
                        answer(exchange, 200, "application/json", report.get().toJson()));
        server.start();
    }

    /// Whether the pod wants events. Never a question of the sink: while there is room they are safe here.
    public void ready(boolean ready) {
        isReady = ready;
    }

    public InetSocketAddress address() {
        return server.getAddress();
    }

    private boolean isAlive() {
        return reportAgeNanos.getAsLong() < PROGRESS_AGE_MAX.toNanos();
    }

    private boolean isServing() {
        return report.get().state() == LoadReport.State.SERVING;
    }

    private static void answer(HttpExchange exchange, boolean isWell, String otherwise) throws IOException {
        answer(exchange, isWell ? 200 : 503, TEXT, (isWell ? "ok" : otherwise) + "\n");
    }

    private static void answer(HttpExchange exchange, int status, String type, String text) throws IOException {
        try (exchange) {
            var bytes = text.getBytes(StandardCharsets.UTF_8);
            boolean isHead = exchange.getRequestMethod().equals("HEAD");
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(status, isHead ? -1 : bytes.length);
            if (!isHead) {
                exchange.getResponseBody().write(bytes);
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
