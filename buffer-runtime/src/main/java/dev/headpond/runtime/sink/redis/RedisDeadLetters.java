package dev.headpond.runtime.sink.redis;

import dev.headpond.policy.SinkPolicy;
import dev.headpond.policy.SinkPolicy.Redis;
import dev.headpond.runtime.delivery.DeadLetters;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Dead letters as entries of a stream at the sink's own server. Fields: `reason`, `time` (ISO 8601), `event`.
///
/// One attempt: what cannot be written here is logged whole, since this process has nowhere else to keep it.
public final class RedisDeadLetters implements DeadLetters, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RedisDeadLetters.class);
    private static final RedisCodec<byte[], byte[]> BYTES = BytesCodec.BYTES;

    private final RedisConnections connections;
    private final byte[] stream;
    private final InstantSource clock;

    public RedisDeadLetters(
            SinkPolicy sink,
            Redis redis,
            String stream,
            EventLoopGroup group,
            EventLoop loop,
            InstantSource clock,
            Optional<Supplier<byte[]>> password) {
        this.connections = new RedisConnections(sink, redis, group, loop, password);
        this.stream = bytes(stream);
        this.clock = clock;
    }

    /// A connection for each letter: they are rare, and a connection that idles for days is found broken when needed.
    @Override
    public void give(ByteBuffer event, String reason) {
        var payload = new byte[event.remaining()];
        event.duplicate().get(payload);
        var args = new CommandArgs<>(BYTES).add(stream).add("*");
        args.add("reason")
                .add(bytes(reason))
                .add("time")
                .add(bytes(clock.instant().toString()));
        args.add("event").add(payload);
        var _ = connections.connect().thenCompose(open -> add(open, args)).whenComplete((_, error) -> {
            if (error != null) {
                var text = new String(payload, StandardCharsets.UTF_8);
                LOG.error(
                        "A dead letter cannot be written ({}); reason: {}; event: {}",
                        error.getMessage(),
                        reason,
                        text);
            }
        });
    }

    private static CompletionStage<String> add(
            StatefulRedisConnection<byte[], byte[]> open, CommandArgs<byte[], byte[]> args) {
        return open.async()
                .dispatch(CommandType.XADD, new StatusOutput<>(BYTES), args)
                .whenComplete((_, _) -> {
                    var _ = open.closeAsync();
                });
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        connections.close();
    }
}
