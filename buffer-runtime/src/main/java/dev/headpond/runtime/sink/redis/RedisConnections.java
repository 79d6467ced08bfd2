package dev.headpond.runtime.sink.redis;

import dev.headpond.policy.SinkPolicy;
import dev.headpond.policy.SinkPolicy.Redis;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.MaintNotificationsConfig;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisCredentialsProvider;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SocketOptions.KeepAliveOptions;
import io.lettuce.core.SocketOptions.TcpUserTimeoutOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.resource.ClientResources;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// Makes connections to one server, on the shard's thread, without waiting for them.
///
/// Lettuce's own reconnecting is off: it would replay commands (duplicates) and be a second retry loop beside
/// `delivery`. A lane that has no connection asks for a new one when it has something to write; that comes after a
/// jittered pause, as every attempt does.
final class RedisConnections implements AutoCloseable {
    private static final Duration CONNECT_TIME_MAX = Duration.ofSeconds(2);
    /// One batch, one WAITAOF and a few words of the handshake.
    private static final int REQUESTS_MAX = 16;

    private final ClientResources resources;
    private final RedisClient client;
    private final RedisURI uri;

    RedisConnections(
            SinkPolicy sink, Redis redis, EventLoopGroup group, EventLoop loop, Optional<Supplier<byte[]>> password) {
        this.resources = ClientResources.builder()
                .eventLoopGroupProvider(new SharedLoop(group, loop))
                .eventExecutorGroup(loop)
                .commandLatencyRecorder(CommandLatencyRecorder.disabled())
                .build();
        this.uri = uri(redis, password);
        this.client = RedisClient.create(resources);
        client.setOptions(options(sink));
    }

    private static RedisURI uri(Redis redis, Optional<Supplier<byte[]>> password) {
        var uri = RedisURI.create(redis.uri());
        uri.setTimeout(CONNECT_TIME_MAX);
        uri.setLibraryName("headpond");
        password.ifPresent(current -> uri.setCredentialsProvider(
                RedisCredentialsProvider.from(() -> credentials(redis.username().orElse(null), current.get()))));
        return uri;
    }

    /// Read for each connection, so that a rotated password needs no restart.
    @org.jspecify.annotations.NullUnmarked
    private static RedisCredentials credentials(String username, byte[] password) {
        return RedisCredentials.just(username, new String(password, StandardCharsets.UTF_8));
    }

    private static ClientOptions options(SinkPolicy sink) {
        return ClientOptions.builder()
                .autoReconnect(false)
                .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                .replayFilter(_ -> true)
                .requestQueueSize(REQUESTS_MAX)
                .protocolVersion(ProtocolVersion.RESP2)
                .maintNotificationsConfig(MaintNotificationsConfig.disabled())
                .timeoutOptions(TimeoutOptions.builder().timeoutCommands(false).build())
                .socketOptions(socket(sink.idleTimeout()))
                .build();
    }

    /// A dead peer (half-open TCP) is noticed in about the idle time-out, idle or not.
    private static SocketOptions socket(Duration idle) {
        var probe = Duration.ofSeconds(Math.max(1, idle.toSeconds()));
        return SocketOptions.builder()
                .connectTimeout(CONNECT_TIME_MAX)
                .tcpNoDelay(true)
                .keepAlive(KeepAliveOptions.builder()
                        .enable()
                        .idle(probe)
                        .interval(probe)
                        .count(3)
                        .build())
                .tcpUserTimeout(TcpUserTimeoutOptions.builder()
                        .enable()
                        .tcpUserTimeout(idle)
                        .build())
                .build();
    }

    CompletionStage<StatefulRedisConnection<byte[], byte[]>> connect() {
        return client.connectAsync(BytesCodec.BYTES, uri);
    }

    /// `host:port`, for messages.
    String server() {
        return uri.getHost() + ":" + uri.getPort();
    }

    @Override
    public void close() {
        var _ = client.shutdownAsync(0, 0, TimeUnit.MILLISECONDS);
        var _ = resources.shutdown(0, 0, TimeUnit.MILLISECONDS);
    }
}
