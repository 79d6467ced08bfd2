package dev.headpond.playground.quickstart;

import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Reads what stands in the stream, beside Headpond.
final class SinkReader implements AutoCloseable {
    /// The field of a stream's entry that holds the event.
    private static final byte[] EVENT = "event".getBytes(StandardCharsets.UTF_8);

    private final RedisClient client;
    private final StatefulRedisConnection<byte[], byte[]> connection;
    private final byte[] stream;

    SinkReader(InetSocketAddress redis, String stream) {
        this.client = RedisClient.create(RedisURI.create(redis.getAddress().getHostAddress(), redis.getPort()));
        this.connection = client.connect(ByteArrayCodec.INSTANCE);
        this.stream = stream.getBytes(StandardCharsets.UTF_8);
    }

    long length() {
        return Objects.requireNonNullElse(connection.sync().xlen(stream), 0L);
    }

    /// The events in the stream, oldest first, at most `max`.
    List<byte[]> events(int max) {
        return connection.sync().xrange(stream, Range.unbounded(), Limit.from(max)).stream()
                .map(it -> eventOf(it.getBody()))
                .toList();
    }

    private static byte[] eventOf(Map<byte[], byte[]> entry) {
        return entry.entrySet().stream()
                .filter(it -> Arrays.equals(it.getKey(), EVENT))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(new byte[0]);
    }

    @Override
    public void close() {
        connection.close();
        client.shutdown();
    }
}
