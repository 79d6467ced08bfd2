package dev.headpond.playground.apiserver;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.headpond.playground.apiserver.kinds.Catalog;
import dev.headpond.playground.apiserver.kinds.Refusal;
import dev.headpond.playground.apiserver.store.Resources;
import dev.headpond.playground.apiserver.store.Validator;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A Kubernetes API server that keeps everything in memory: the resources an operator needs, custom types,
/// watches, server-side apply, garbage collection, and what kubectl asks for. No authentication, no admission
/// webhooks, no CEL: a [Validator] stands in for a definition's rules. It listens on loopback only.
///
/// ```java
/// try (var server = ApiServer.start(InetAddress.getLoopbackAddress(), 0)) {
///     Kubeconfig.write(Path.of("kubeconfig"), server.uri());
/// }
/// ```
///
/// What a validator may be: `new BufferRules()`, which refuses bad IngestionBuffers. Where pod logs are is told by
/// [PodLogs]. Both go into [Options].
///
/// Namespaces `default` and `kube-system` are there at the start. Services get an address in 127.2.0.0/16.
public final class ApiServer implements AutoCloseable {
    private static final Duration IDLE_CONNECTION = Duration.ofMinutes(5);

    static {
        // Read once, by the first HttpServer of a JVM. Without the first, an answer may wait 40 ms for an
        // acknowledgement; the second is longer than clients keep idle connections (the JDK's: 30 s), so that it is
        // they who close them, and no request meets a connection that is just being closed.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        System.setProperty("sun.net.httpserver.idleInterval", Long.toString(IDLE_CONNECTION.toSeconds()));
    }

    private static final Logger log = LoggerFactory.getLogger(ApiServer.class);

    private final Resources resources;
    private final Api api;
    private final HttpServer http;
    private final ExecutorService executor;

    private ApiServer(InetSocketAddress address, Options options) throws IOException {
        var catalog = new Catalog();
        this.resources = new Resources(
                catalog,
                options.validator,
                InstantSource.system(),
                RandomGenerator.getDefault(),
                options.limits.logChangesMax());
        this.api = new Api(catalog, resources, options.logs, options.limits);
        this.http = HttpServer.create(address, 0);
        this.executor = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("apiserver-request-", 0).factory());
        http.setExecutor(executor);
        http.createContext("/", this::handle);
    }

    /// What can be plugged in.
    ///
    /// @param validator the rules of kinds beyond their schema
    /// @param logs where the logs of pods are
    public record Options(Validator validator, PodLogs logs, Limits limits) {
        public static Options plain() {
            return new Options(Validator.none(), PodLogs.none(), Limits.DEFAULT);
        }

        public Options with(Validator newValidator) {
            return new Options(newValidator, logs, limits);
        }

        public Options with(PodLogs newLogs) {
            return new Options(validator, newLogs, limits);
        }

        public Options with(Limits newLimits) {
            return new Options(validator, logs, newLimits);
        }
    }

    /// @param port 0 for any free one
    public static ApiServer start(InetAddress address, int port) throws IOException {
        return start(address, port, Options.plain());
    }

    /// @throws IllegalArgumentException if the address is not of this machine only: there is no
    ///     authentication
    /// @throws IOException if the port is taken
    public static ApiServer start(InetAddress address, int port, Options options) throws IOException {
        if (!address.isLoopbackAddress()) {
            throw new IllegalArgumentException("address: " + address + " must be a loopback address");
        }
        var server = new ApiServer(new InetSocketAddress(address, port), options);
        server.resources.start();
        server.http.start();
        return server;
    }

    public URI uri() {
        var address = http.getAddress();
        var host = address.getAddress().getHostAddress();
        return URI.create("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort());
    }

    /// Ends everything, open watches included. Nothing is kept.
    @Override
    public void close() {
        resources.close();
        http.stop(0);
        executor.shutdownNow();
    }

    private void handle(HttpExchange exchange) {
        try (exchange) {
            respond(exchange);
        } catch (IOException e) {
            log.debug("the client has gone: {}", e.toString());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void respond(HttpExchange exchange) throws IOException, InterruptedException {
        try {
            api.answer(new Call(exchange));
        } catch (Refusal refusal) {
            refuse(exchange, refusal);
        } catch (RuntimeException e) {
            log.error("{} {} failed", exchange.getRequestMethod(), exchange.getRequestURI(), e);
            refuse(exchange, Refusal.broken(e.toString()));
        }
    }

    /// Once an answer has begun it can only be cut off.
    private static void refuse(HttpExchange exchange, Refusal refusal) throws IOException {
        if (exchange.getResponseCode() == -1) {
            var bytes = refusal.status().toString().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(refusal.code(), bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }
}
