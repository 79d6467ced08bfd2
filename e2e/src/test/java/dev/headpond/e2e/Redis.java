package dev.headpond.e2e;

import static dev.headpond.e2e.Cluster.await;

import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// The database behind a buffer, as a reader of its stream sees it.
final class Redis implements AutoCloseable {
    private static final int PAGE = 1000;

    private final RedisClient client;
    private final StatefulRedisConnection<byte[], byte[]> connection;

    private Redis(RedisClient client, StatefulRedisConnection<byte[], byte[]> connection) {
        this.client = client;
        this.connection = connection;
    }

    /// Tries until the Service leads to the pod, a moment after the pod is ready.
    static Redis connect(String host, int port) {
        RedisClient client = RedisClient.create("redis://%s:%d".formatted(host, port));
        return await("Redis answers at " + host)
                .ignoreException(RedisConnectionException.class)
                .until(() -> new Redis(client, client.connect(ByteArrayCodec.INSTANCE)), Objects::nonNull);
    }

    long length(String stream) {
        return connection.sync().xlen(bytes(stream));
    }

    /// All events of a stream, in its order. Every entry has one field, which is the event.
    List<String> events(String stream) {
        List<String> events = new ArrayList<>();
        Range<String> range = Range.unbounded();
        List<StreamMessage<byte[], byte[]>> page;
        do {
            page = connection.sync().xrange(bytes(stream), range, Limit.from(PAGE));
            page.forEach(entry -> events.add(onlyValue(entry)));
            range = page.isEmpty() ? range : after(page.getLast().getId());
        } while (page.size() == PAGE);
        return events;
    }

    private static Range<String> after(String id) {
        return Range.from(Range.Boundary.excluding(id), Range.Boundary.unbounded());
    }

    private static String onlyValue(StreamMessage<byte[], byte[]> entry) {
        if (entry.getBody().size() != 1) {
            throw new AssertionError("entry %s has %d fields"
                    .formatted(entry.getId(), entry.getBody().size()));
        }
        return new String(entry.getBody().values().iterator().next(), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        connection.close();
        client.shutdown();
    }
}
