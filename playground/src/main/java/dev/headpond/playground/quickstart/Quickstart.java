package dev.headpond.playground.quickstart;

import dev.headpond.playground.kubelet.LocalKubelet;
import dev.headpond.policy.Bounds;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The quickstart, step by step: builds up the playground, sends real events, finds them in Redis, drives the buffer
/// over
/// its rate until the operator has scaled out, and checks that every event can be accounted for.
final class Quickstart {
    private static final Logger LOG = LoggerFactory.getLogger(Quickstart.class);
    private static final int EVENTS_PER_SECOND = 28_000;
    private static final int NDJSON_EVENTS = 50;
    private static final long CLOSE_SECONDS_MAX = 30;

    private final Options.Run options;
    private final Console console;

    private Quickstart(Options.Run options, Console console) {
        this.options = options;
        this.console = console;
    }

    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT); // figures look the same everywhere
        var project = Path.of(System.getProperty("headpond.project", "."))
                .toAbsolutePath()
                .normalize();
        int code = switch (Options.parse(List.of(arguments), project)) {
            case Options.Help() -> {
                System.out.print(Options.usage());
                yield 0;
            }
            case Options.Wrong(var message) -> {
                System.err.println(message);
                System.err.print(Options.usage());
                yield 2;
            }
            case Options.Run run -> new Quickstart(run, new Console(System.out)).runToTheEnd();
        };
        System.exit(code);
    }

    /// Whatever happens, parts are closed in reverse order, once, by this thread: SIGINT and SIGTERM interrupt it and
    /// wait.
    private int runToTheEnd() {
        var main = Thread.currentThread();
        var closed = new CountDownLatch(1);
        var onSignal = new Thread(
                () -> {
                    main.interrupt();
                    await(closed);
                },
                "quickstart-signal");
        Runtime.getRuntime().addShutdownHook(onSignal);
        try {
            run();
            return 0;
        } catch (Failure e) {
            console.say("FAILED: %s".formatted(e.getMessage()));
            return 1;
        } catch (InterruptedException _) {
            console.say("stopped; all processes have ended");
            return 130;
        } catch (RuntimeException e) {
            LOG.error("the quickstart broke", e);
            console.say("FAILED: %s (more in .quickstart/quickstart.log)".formatted(e));
            return 1;
        } finally {
            closed.countDown();
        }
    }

    private static void await(CountDownLatch closed) {
        try {
            if (!closed.await(CLOSE_SECONDS_MAX, TimeUnit.SECONDS)) System.err.println("closing took too long");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() throws Failure, InterruptedException {
        var directory = WorkDirectory.claim(options.project().resolve(".quickstart"));
        try (directory;
                var playground = new Playground(directory.path())) {
            console.say("API server at %s, kubeconfig in .quickstart/kubeconfig".formatted(playground.uri()));
            playground.requirePorts(Buffer.PORT, Bounds.MANAGEMENT_PORT);
            playground.installDefinition();
            var redis = playground.startRedis();
            console.say("Redis at %s:%d, append-only file on"
                    .formatted(
                            redis.address().getAddress().getHostAddress(),
                            redis.address().getPort()));
            var kubelet = playground.startKubelet();
            playground.startOperator();
            console.say("operator and local kubelet run");

            playground.apply(options.project().resolve("examples/quickstart.yaml"), redis);
            console.say(
                    "applied examples/quickstart.yaml: buffer shop/orders, 12 000 events/s for each pod, 1 to 3 pods");
            var buffer = new Buffer(playground.client());
            var endpoint = awaitReady(buffer, kubelet);
            console.say("buffer is ready: POST http://%s:%d/v1/events"
                    .formatted(endpoint.getHostString(), endpoint.getPort()));

            try (var sink = new SinkReader(redis.address(), Buffer.NAME)) {
                int direct = sendRealEvents(endpoint, sink);
                var pods = new PodLoads(playground.client(), Buffer.NAMESPACE, Buffer.NAME);
                var outcome = new Surge(console, buffer, pods, endpoint).run(EVENTS_PER_SECOND, direct, sink);
                report(outcome);
            }
            if (options.stay()) new Stay(console, buffer, endpoint, playground.kubeconfig()).watch();
            console.say("stopping: pods drain, then everything ends");
        }
        console.say("done: all held");
    }

    private InetSocketAddress awaitReady(Buffer buffer, LocalKubelet kubelet) throws Failure, InterruptedException {
        Wait.until(
                "the buffer is not ready",
                30,
                () -> buffer.isReady() && Playground.endpoint(kubelet).isPresent(),
                buffer::complaints);
        return Playground.endpoint(kubelet).orElseThrow();
    }

    /// Each payload once as a request of its own and once within NDJSON; then both must stand in Redis byte for byte.
    private int sendRealEvents(InetSocketAddress endpoint, SinkReader sink) throws Failure, InterruptedException {
        var payloads = Payloads.read(options.project().resolve("examples/data/github-webhooks.ndjson"));
        int count = payloads.events().size();
        try (var producer = new PatientProducer(endpoint)) {
            for (var event : payloads.events()) producer.post("application/json", event);
            for (var body : payloads.asNdjson(NDJSON_EVENTS)) producer.post("application/x-ndjson", body);
            console.say("posted %d real GitHub webhooks, one a request and again as NDJSON (%d refusals, sent again)"
                    .formatted(count, producer.refusals()));
        }
        Wait.until(
                "events are missing in Redis",
                15,
                () -> sink.length() >= 2L * count,
                () -> "it has " + sink.length() + " of " + 2 * count);
        var difference = payloads.difference(2, sink.events(3 * count));
        if (!difference.isEmpty())
            throw new Failure(difference.size() + " events stand in Redis otherwise than they were sent");
        console.say("found each of the %d in Redis twice, byte for byte".formatted(count));
        return 2 * count;
    }

    private void report(Outcome outcome) throws Failure {
        console.plain("");
        console.plain(outcome.table());
        console.plain("");
        var broken = outcome.broken();
        if (!broken.isEmpty()) throw new Failure(String.join("; ", broken));
        console.say("every accepted event stands in Redis, none is lost");
    }
}
