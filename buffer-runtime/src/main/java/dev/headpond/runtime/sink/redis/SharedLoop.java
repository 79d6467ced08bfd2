package dev.headpond.runtime.sink.redis;

import io.lettuce.core.resource.EventLoopGroupProvider;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutorGroup;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/// Lets Lettuce run on the shard's thread and never stop it.
final class SharedLoop implements EventLoopGroupProvider {
    private final EventLoopGroup group;
    private final EventLoop loop;

    SharedLoop(EventLoopGroup group, EventLoop loop) {
        this.group = group;
        this.loop = loop;
    }

    /// Lettuce asks for the class that fits its choice of transport, which is made as ours is: epoll where there is
    /// epoll. It uses nothing but the interface.
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    @Override
    public <T extends EventLoopGroup> T allocate(Class<T> type) {
        return (T) group;
    }

    @Override
    public int threadPoolSize() {
        return 1;
    }

    @Override
    public Future<Boolean> release(EventExecutorGroup released, long quiet, long timeout, TimeUnit unit) {
        return loop.newSucceededFuture(true);
    }

    @Override
    public Future<Boolean> shutdown(long quiet, long timeout, TimeUnit unit) {
        return loop.newSucceededFuture(true);
    }
}
