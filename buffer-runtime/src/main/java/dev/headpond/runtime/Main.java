package dev.headpond.runtime;

import dev.headpond.policy.Bounds;
import dev.headpond.policy.Policy;
import dev.headpond.policy.SinkPolicy;
import dev.headpond.runtime.delivery.DeadLetters;
import dev.headpond.runtime.http.Door;
import dev.headpond.runtime.sink.Sink;
import dev.headpond.runtime.sink.redis.RedisDeadLetters;
import dev.headpond.runtime.sink.redis.RedisSink;
import dev.headpond.runtime.telemetry.Management;
import dev.headpond.runtime.telemetry.Meters;
import dev.headpond.runtime.telemetry.SinkLog;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One buffer pod. Reads top to bottom: check, build the parts in the order in which an event passes them, serve,
/// and on SIGTERM drain and close them the other way round.
public final class Main {
    private static final Logger LOG = LoggerFactory.getLogger(Main.class);

    /// Balancers learn of our end a little later than we do; until then they still send requests.
    static final Duration SERVE_AFTER_SIGNAL = Duration.ofSeconds(5);
    /// With the time above it stays below terminationGracePeriodSeconds (45).
    static final Duration FLUSH_TIME_MAX = Duration.ofSeconds(30);

    private Main() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        switch (Startup.check(args)) {
            case Startup.Checked.Unfit(var line) -> {
                System.err.println(line);
                System.exit(2);
            }
            case Startup.Checked.Fit(var policy) ->
                serve(policy, Path.of(args[0]).toAbsolutePath(), System.getenv());
        }
    }

    private static void serve(Policy policy, Path policyFile, Map<String, String> environment)
            throws IOException, InterruptedException {
        var termination = new Termination();
        var epoch = UUID.randomUUID().toString();
        var host = environment.getOrDefault("BIND_ADDRESS", "0.0.0.0");
        var secrets = new Secrets(policyFile.resolveSibling("../secrets"));
        var loop = new NettyLoop();
        var meters = new Meters();
        // a container that is restarted keeps its pod's UID and begins again with batch 1: the epoch tells them apart
        var writer = environment.getOrDefault("POD_UID", "pod") + "." + epoch;

        var sink = sink(policy, loop, writer, secrets);
        var shard = new Shard(
                policy,
                sink,
                loop,
                RandomGenerator.getDefault(),
                epoch,
                deadLetters(policy, loop, secrets),
                new SinkLog(meters));
        meters.observe(shard::lastReport);
        var token = policy.ingest().bearerToken().map(secrets::value);
        var door = new Door(policy, loop.eventLoop(), shard, meters, InstantSource.system(), token);
        var management = new Management(
                new InetSocketAddress(host, Bounds.MANAGEMENT_PORT), shard::lastReport, shard::reportAgeNanos, meters);

        loop.call(shard::start);
        var address = door.open(new InetSocketAddress(host, policy.ingest().port()), NettyLoop.serverChannel());
        management.ready(true);
        LOG.info("{} takes events at {} as {}", policy.name(), address, writer);

        termination.await();
        LOG.info("Stopping: serving {} more, then refusing", SERVE_AFTER_SIGNAL);
        management.ready(false);
        door.startClosing();
        Thread.sleep(SERVE_AFTER_SIGNAL);
        long lost = drain(shard, loop);

        door.close();
        loop.call(sink::close);
        loop.call(shard::close);
        loop.close();
        management.close();
        secrets.close();
        termination.finish(lost == 0 ? 0 : 1);
    }

    private static long drain(Shard shard, NettyLoop loop) {
        var flushed = new CompletableFuture<Long>();
        loop.call(() -> {
            shard.beginDrain();
            shard.flush(FLUSH_TIME_MAX.toNanos(), flushed::complete);
        });
        long lost = flushed.join();
        if (lost > 0) {
            LOG.error("{} accepted events are lost: the sink did not take them within {}", lost, FLUSH_TIME_MAX);
        } else {
            LOG.info("Drained: nothing that was accepted is lost");
        }
        return lost;
    }

    /// A new sink is a folder beside `sink.redis` and a line here.
    private static Sink sink(Policy policy, NettyLoop loop, String writer, Secrets secrets) {
        return switch (policy.sink().target()) {
            case SinkPolicy.Redis redis ->
                new RedisSink(
                        policy.sink(),
                        redis,
                        loop.group(),
                        loop.eventLoop(),
                        writer,
                        redis.password().map(secrets::value));
            case SinkPolicy.Cassandra _ -> throw new IllegalStateException("refused at start");
        };
    }

    private static DeadLetters deadLetters(Policy policy, NettyLoop loop, Secrets secrets) {
        if (policy.sink().target() instanceof SinkPolicy.Redis redis
                && policy.deadLetter().isPresent()) {
            return new RedisDeadLetters(
                    policy.sink(),
                    redis,
                    policy.deadLetter().get().redisStream(),
                    loop.group(),
                    loop.eventLoop(),
                    InstantSource.system(),
                    redis.password().map(secrets::value));
        }
        return (event, reason) -> LOG.error(
                "The sink will never take an event of {} bytes, and no deadLetter.redisStream is set: {}",
                event.remaining(),
                reason);
    }
}
