package dev.headpond.operator.telemetry;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/// `/livez`, `/readyz` and `/metrics`. A probe answers 200 `ok`, or 503 with the reason.
public final class ManagementServer implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads;

    /// @param liveProblem why the process should be restarted, or empty
    /// @param readyProblem why it is not at work yet, or empty
    /// @throws UncheckedIOException when the port is taken
    public ManagementServer(
            InetSocketAddress address,
            Supplier<Optional<String>> liveProblem,
            Supplier<Optional<String>> readyProblem,
            Supplier<String> metrics) {
        threads = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("management-", 0).factory());
        try {
            server = HttpServer.create(address, 0);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen on " + address + ": " + e.getMessage(), e);
        }
        server.setExecutor(threads);
        server.createContext("/livez", exchange -> probe(exchange, liveProblem.get()));
        server.createContext("/readyz", exchange -> probe(exchange, readyProblem.get()));
        server.createContext(
                "/metrics",
                exchange -> answer(exchange, 200, "text/plain; version=0.0.4; charset=utf-8", metrics.get()));
        server.start();
    }

    public int port() {
        return server.getAddress().getPort();
    }

    private static void probe(HttpExchange exchange, Optional<String> problem) throws IOException {
        answer(exchange, problem.isEmpty() ? 200 : 503, "text/plain; charset=utf-8", problem.orElse("ok") + "\n");
    }

    private static void answer(HttpExchange exchange, int status, String type, String text) throws IOException {
        try (exchange) {
            exchange.getRequestBody().skipNBytes(0);
            var bytes = text.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
