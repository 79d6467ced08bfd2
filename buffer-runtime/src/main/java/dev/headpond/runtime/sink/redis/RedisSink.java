package dev.headpond.runtime.sink.redis;

import dev.headpond.policy.SinkPolicy;
import dev.headpond.policy.SinkPolicy.Redis;
import dev.headpond.runtime.sink.Batch;
import dev.headpond.runtime.sink.Outcome;
import dev.headpond.runtime.sink.Sink;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// A Redis stream. One connection a lane, one script call a batch.
public final class RedisSink implements Sink {
    private final RedisConnections connections;
    private final Lane[] lanes;

    /// Begins to connect, and does not wait for it.
    ///
    /// @param group the shard's group of one thread, and `loop` that thread
    /// @param writer a name that no other process has or had: its batches are numbered from 1
    /// @param password as it is now, or empty where the policy has none
    public RedisSink(
            SinkPolicy sink,
            Redis redis,
            EventLoopGroup group,
            EventLoop loop,
            String writer,
            Optional<Supplier<byte[]>> password) {
        connections = new RedisConnections(sink, redis, group, loop, password);
        var script = new AppendScript(redis.stream(), writer, redis.maxLength());
        boolean waitsForFile = redis.durability() == Redis.Durability.AppendOnlyFile;
        lanes = new Lane[sink.lanes()];
        for (int i = 0; i < lanes.length; i++) {
            lanes[i] = new Lane(i, sink, loop, connections, script, waitsForFile);
            loop.execute(lanes[i]::connect);
        }
    }

    @Override
    public void write(int lane, long batchNumber, Batch batch, Consumer<Outcome> done) {
        lanes[lane].write(batchNumber, batch, done);
    }

    @Override
    public void close() {
        for (var lane : lanes) {
            lane.close();
        }
        connections.close();
    }
}
