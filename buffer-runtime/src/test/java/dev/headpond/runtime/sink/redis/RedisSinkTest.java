package dev.headpond.runtime.sink.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headpond.policy.Policy;
import dev.headpond.policy.PolicyReader;
import dev.headpond.policy.Reading;
import dev.headpond.policy.SinkPolicy;
import dev.headpond.runtime.sink.Batch;
import dev.headpond.runtime.sink.Outcome;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Against a real redis-server.
class RedisSinkTest {
    private static MultiThreadIoEventLoopGroup group;
    private static EventLoop loop;

    @TempDir
    Path directory;

    private LocalRedis redis;
    private final List<RedisSink> sinks = new ArrayList<>();

    @BeforeAll
    static void startLoop() {
        group = new MultiThreadIoEventLoopGroup(
                1, Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
        loop = group.next();
    }

    @AfterAll
    static void stopLoop() {
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    @BeforeEach
    void startRedis() throws Exception {
        redis = new LocalRedis(directory).start();
    }

    @AfterEach
    void stop() throws Exception {
        sinks.forEach(sink -> loop.submit(sink::close).awaitUninterruptibly());
        redis.close();
    }

    private RedisSink sink(String uri, String more) {
        return sink(uri, more, "", Optional.empty());
    }

    private RedisSink sink(String uri, String ofSink, String ofRedis, Optional<Supplier<byte[]>> password) {
        var json = "{\"name\":\"shop/orders\",\"sink\":{" + ofSink + "\"redis\":{" + ofRedis + "\"uri\":\"" + uri
                + "\",\"stream\":\"orders\"}}}";
        var policy = switch (PolicyReader.parse(json)) {
            case Reading.Valid<Policy>(var valid) -> valid;
            case Reading.Invalid<Policy> invalid -> throw new AssertionError(invalid.line());
        };
        var target = (SinkPolicy.Redis) policy.sink().target();
        var sink = new RedisSink(policy.sink(), target, group, loop, "w1", password);
        sinks.add(sink);
        return sink;
    }

    private static Batch batch(List<String> events) {
        var payloads = events.stream()
                .map(e ->
                        ByteBuffer.wrap(e.getBytes(StandardCharsets.ISO_8859_1)).asReadOnlyBuffer())
                .toList();
        return new Batch() {
            @Override
            public int count() {
                return payloads.size();
            }

            @Override
            public long bytes() {
                return payloads.stream().mapToLong(ByteBuffer::remaining).sum();
            }

            @Override
            public ByteBuffer event(int index) {
                return payloads.get(index).duplicate();
            }
        };
    }

    private static CompletableFuture<Outcome> begin(RedisSink sink, int lane, long number, List<String> events) {
        var outcome = new CompletableFuture<Outcome>();
        loop.execute(() -> sink.write(lane, number, batch(events), told -> {
            if (!loop.inEventLoop() || !outcome.complete(told)) {
                outcome.obtrudeException(new AssertionError("told twice, or on a strange thread"));
            }
        }));
        return outcome;
    }

    private static Outcome write(RedisSink sink, int lane, long number, String... events) throws Exception {
        return begin(sink, lane, number, List.of(events)).get(20, TimeUnit.SECONDS);
    }

    /// As delivery does it, with shorter pauses.
    private static void writeUntilDelivered(RedisSink sink, int lane, long number, String... events) throws Exception {
        for (int i = 0; i < 200; i++) {
            if (write(sink, lane, number, events) instanceof Outcome.Delivered) {
                return;
            }
            Thread.sleep(20);
        }
        throw new AssertionError("never delivered");
    }

    @Test
    void aBatchStandsInTheStreamByteForByte() throws Exception {
        var sink = sink(redis.uri(), "");
        var strange = "\0\u00ff\r\n$5\r\n\"é" + "x".repeat(100_000);
        assertThat(write(sink, 0, 1, "{\"a\":1}", strange, "[2]")).isEqualTo(Outcome.DELIVERED);
        assertThat(redis.events("orders")).containsExactly("{\"a\":1}", strange, "[2]");
    }

    @Test
    void aRepeatedBatchAppendsNothing() throws Exception {
        var sink = sink(redis.uri(), "");
        for (int i = 0; i < 3; i++) {
            // another sink of the same writer: nothing is remembered on our side
            var again = sink(redis.uri(), "");
            assertThat(write(again, 0, 1, "1", "2")).isEqualTo(Outcome.DELIVERED);
            assertThat(write(sink, 0, 1, "1", "2")).isEqualTo(Outcome.DELIVERED);
        }
        assertThat(write(sink, 1, 1, "other lane")).isEqualTo(Outcome.DELIVERED);
        assertThat(write(sink, 0, 2, "3")).isEqualTo(Outcome.DELIVERED);
        assertThat(redis.events("orders")).containsExactly("1", "2", "other lane", "3");
    }

    @Test
    void aRepeatedNumberMayHoldMoreOrFewerEvents() throws Exception {
        var sink = sink(redis.uri(), "");
        assertThat(write(sink, 0, 1, "1", "2")).isEqualTo(Outcome.DELIVERED);
        assertThat(write(sink, 0, 1, "1")).isEqualTo(Outcome.DELIVERED);
        assertThat(write(sink, 0, 1, "1", "2", "3", "4")).isEqualTo(Outcome.DELIVERED);
        assertThat(write(sink(redis.uri(), ""), 0, 1, "1", "2")).isEqualTo(Outcome.DELIVERED);
        assertThat(redis.events("orders")).containsExactly("1", "2", "3", "4");
    }

    @Test
    void aBatchThatStoppedHalfWayGoesOnThere() throws Exception {
        redis.command("HSET", "{orders}:headpond:w1", "0", "7:2");
        assertThat(write(sink(redis.uri(), ""), 0, 7, "1", "2", "3", "4")).isEqualTo(Outcome.DELIVERED);
        assertThat(redis.events("orders")).containsExactly("3", "4");
        assertThat(redis.command("HGET", "{orders}:headpond:w1", "0")).isEqualTo("7:4");
    }

    @Test
    void aNumberThatGoesBackIsNoSilentSuccess() throws Exception {
        redis.command("HSET", "{orders}:headpond:w1", "0", "7:2");
        assertThat(write(sink(redis.uri(), ""), 0, 6, "1")).isInstanceOf(Outcome.Misconfigured.class);
        assertThat(redis.events("orders")).isEmpty();
    }

    @Test
    void theMemoryOfAWriterExpires() throws Exception {
        write(sink(redis.uri(), ""), 0, 1, "1");
        long millis = Long.parseLong((String) redis.command("PTTL", "{orders}:headpond:w1"));
        assertThat(millis).isBetween(AppendScript.MEMORY.toMillis() - 60_000, AppendScript.MEMORY.toMillis());
    }

    @Test
    void aFlushedScriptIsSentAgain() throws Exception {
        var sink = sink(redis.uri(), "");
        assertThat(write(sink, 0, 1, "1")).isEqualTo(Outcome.DELIVERED);
        redis.command("SCRIPT", "FLUSH");
        assertThat(write(sink, 0, 2, "2")).isEqualTo(Outcome.DELIVERED);
        assertThat(redis.events("orders")).containsExactly("1", "2");
    }

    @Test
    void theStreamIsTrimmed() throws Exception {
        var sink = sink(redis.uri(), "", "\"maxLength\":1000,", Optional.empty());
        var events = IntStream.range(0, 1_000).mapToObj(Integer::toString).toArray(String[]::new);
        for (int i = 1; i <= 4; i++) {
            assertThat(write(sink, 0, i, events)).isEqualTo(Outcome.DELIVERED);
        }
        assertThat(redis.events("orders")).hasSizeBetween(1_000, 1_200).endsWith("999");
    }

    @Test
    void aKeyOfAnotherTypeNeedsAPerson() throws Exception {
        redis.command("SET", "orders", "x");
        var sink = sink(redis.uri(), "");
        assertThat(write(sink, 0, 1, "1"))
                .isInstanceOfSatisfying(
                        Outcome.Misconfigured.class, m -> assertThat(m.reason()).contains("another type"));
        redis.command("DEL", "orders");
        assertThat(write(sink, 0, 1, "1")).isEqualTo(Outcome.DELIVERED);
        assertThat(redis.events("orders")).containsExactly("1");
    }

    @Test
    void outOfMemoryIsRepeated() throws Exception {
        var sink = sink(redis.uri(), "");
        write(sink, 0, 1, "1");
        redis.command("CONFIG", "SET", "maxmemory", "1");
        assertThat(write(sink, 0, 2, "2"))
                .isInstanceOfSatisfying(
                        Outcome.Retryable.class, r -> assertThat(r.reason()).contains("maxmemory"));
        redis.command("CONFIG", "SET", "maxmemory", "0");
        assertThat(write(sink, 0, 2, "2")).isEqualTo(Outcome.DELIVERED);
        assertThat(redis.events("orders")).containsExactly("1", "2");
    }

    @Test
    void aReplicaIsLeftForANewConnection() throws Exception {
        try (var proxy = new Proxy(redis.port())) {
            var sink = sink(proxy.uri(), "\"lanes\":1,");
            write(sink, 0, 1, "1");
            redis.command("REPLICAOF", "127.0.0.1", "1");
            assertThat(write(sink, 0, 2, "2")).isInstanceOf(Outcome.Retryable.class);
            redis.command("REPLICAOF", "NO", "ONE");
            writeUntilDelivered(sink, 0, 2, "2");
            assertThat(proxy.connections).hasValue(2);
        }
    }

    @Test
    void aServerThatIsNotThereIsRepeated() throws Exception {
        redis.stop();
        var sink = sink(redis.uri(), "");
        assertThat(write(sink, 0, 1, "1"))
                .isInstanceOfSatisfying(
                        Outcome.Retryable.class, r -> assertThat(r.reason()).contains("no connection to 127.0.0.1"));
    }

    @Test
    void aRestartLosesAndDoublesNothing() throws Exception {
        var sink = sink(redis.uri(), "");
        assertThat(write(sink, 0, 1, "1", "2")).isEqualTo(Outcome.DELIVERED);
        redis.stop();
        assertThat(write(sink, 0, 2, "3")).isNotEqualTo(Outcome.DELIVERED);
        redis.start();
        writeUntilDelivered(sink, 0, 2, "3");
        assertThat(write(sink(redis.uri(), ""), 0, 2, "3")).isEqualTo(Outcome.DELIVERED);
        assertThat(redis.events("orders")).containsExactly("1", "2", "3");
    }

    @Test
    void aRotatedPasswordIsReadForTheNextConnection() throws Exception {
        redis.command("CONFIG", "SET", "requirepass", "new");
        var password = new AtomicReference<>("old".getBytes(StandardCharsets.UTF_8));
        var sink =
                sink(redis.uri(), "", "\"passwordSecret\":{\"name\":\"r\",\"key\":\"p\"},", Optional.of(password::get));
        assertThat(write(sink, 0, 1, "1"))
                .isInstanceOfSatisfying(
                        Outcome.Misconfigured.class, m -> assertThat(m.reason()).contains("refuses user or password"));
        password.set("new".getBytes(StandardCharsets.UTF_8));
        assertThat(write(sink, 0, 1, "1")).isEqualTo(Outcome.DELIVERED);
    }

    @Test
    void aMissingPasswordNeedsAPerson() throws Exception {
        redis.command("CONFIG", "SET", "requirepass", "x");
        assertThat(write(sink(redis.uri(), ""), 0, 1, "1"))
                .isInstanceOfSatisfying(
                        Outcome.Misconfigured.class, m -> assertThat(m.reason()).contains("sink.redis.passwordSecret"));
    }

    @Test
    void anAppendOnlyFileNeedsANewerServer() throws Exception {
        var sink = sink(redis.uri(), "", "\"durability\":\"AppendOnlyFile\",", Optional.empty());
        assertThat(write(sink, 0, 1, "1"))
                .isInstanceOfSatisfying(
                        Outcome.Misconfigured.class, m -> assertThat(m.reason()).contains("Redis 7.2"));
    }

    @Test
    void aSlowAnswerIsWaitedForAndNotAskedForTwice() throws Exception {
        try (var proxy = new Proxy(redis.port())) {
            var sink = sink(proxy.uri(), "\"lanes\":1,\"requestTimeout\":\"100ms\",\"idleTimeout\":\"1m\",");
            writeUntilDelivered(sink, 0, 1, "1");
            proxy.hold();
            assertThat(write(sink, 0, 2, "2", "3")).isInstanceOf(Outcome.Ambiguous.class);
            long sent = proxy.requestBytes.get();
            assertThat(write(sink, 0, 2, "2", "3")).isInstanceOf(Outcome.Ambiguous.class);
            assertThat(proxy.requestBytes).hasValue(sent);
            proxy.release();
            writeUntilDelivered(sink, 0, 2, "2", "3", "4");
            assertThat(redis.events("orders")).containsExactly("1", "2", "3", "4");
            assertThat(proxy.connections).hasValue(1);
        }
    }

    @Test
    void aSilentConnectionIsMadeAnew() throws Exception {
        try (var proxy = new Proxy(redis.port())) {
            var sink = sink(proxy.uri(), "\"lanes\":1,\"requestTimeout\":\"100ms\",\"idleTimeout\":\"300ms\",");
            writeUntilDelivered(sink, 0, 1, "1");
            proxy.hold();
            assertThat(write(sink, 0, 2, "2")).isInstanceOf(Outcome.Ambiguous.class);
            var waits = begin(sink, 0, 2, List.of("2"));
            waits.get(10, TimeUnit.SECONDS);
            proxy.release();
            writeUntilDelivered(sink, 0, 2, "2");
            assertThat(redis.events("orders")).containsExactly("1", "2");
        }
    }

    /// The promise: a connection that breaks between request and answer doubles nothing and loses nothing.
    @Test
    void lostAnswersDoubleNothing() throws Exception {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        var random = new Random(seed);
        var expected = new ArrayList<String>();
        try (var proxy = new Proxy(redis.port())) {
            var sink = sink(proxy.uri(), "\"lanes\":1,\"requestTimeout\":\"1s\",");
            int event = 0;
            for (int number = 1; number <= 60; number++) {
                var events = new String[1 + random.nextInt(20)];
                for (int i = 0; i < events.length; i++) {
                    events[i] = Integer.toString(event++);
                    expected.add(events[i]);
                }
                if (random.nextInt(3) == 0) {
                    proxy.cuts.set(1 + random.nextInt(2));
                }
                writeUntilDelivered(sink, 0, number, events);
            }
            assertThat(proxy.connections.get()).isGreaterThan(5);
        }
        assertThat(redis.events("orders")).isEqualTo(expected);
    }

    @Test
    void closingEndsWhatIsUnderWay() throws Exception {
        try (var proxy = new Proxy(redis.port())) {
            var sink = sink(proxy.uri(), "\"lanes\":1,");
            writeUntilDelivered(sink, 0, 1, "1");
            proxy.hold();
            var outcome = begin(sink, 0, 2, List.of("2"));
            loop.submit(sink::close).sync();
            assertThat(outcome.get(5, TimeUnit.SECONDS)).isInstanceOf(Outcome.Ambiguous.class);
            assertThat(write(sink, 0, 3, "3")).isInstanceOf(Outcome.Retryable.class);
        }
    }
}
