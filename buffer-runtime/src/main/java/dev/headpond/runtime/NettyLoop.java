package dev.headpond.runtime;

import dev.headpond.runtime.delivery.Loop;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.TimeUnit;

/// The shard's thread: one event loop, by epoll where the kernel has it.
final class NettyLoop implements Loop, AutoCloseable {
    private final EventLoopGroup group;
    private final EventLoop loop;

    NettyLoop() {
        var io = Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        group = new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("headpond-shard"), io);
        loop = group.next();
    }

    static Class<? extends ServerChannel> serverChannel() {
        return Epoll.isAvailable() ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
    }

    EventLoopGroup group() {
        return group;
    }

    EventLoop eventLoop() {
        return loop;
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public Timer schedule(long delayNanos, Runnable task) {
        if (delayNanos <= 0) {
            var soon = new Soon(task);
            loop.execute(soon);
            return soon;
        }
        var future = loop.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
        return () -> future.cancel(false);
    }

    /// A task at the end of this turn of the loop: no timer is needed for it.
    private static final class Soon implements Runnable, Timer {
        private final Runnable task;
        private boolean isCancelled;

        Soon(Runnable task) {
            this.task = task;
        }

        @Override
        public void run() {
            if (!isCancelled) {
                task.run();
            }
        }

        @Override
        public void cancel() {
            isCancelled = true;
        }
    }

    /// Runs `task` on the shard's thread and waits for its end.
    void call(Runnable task) {
        loop.submit(task).syncUninterruptibly();
    }

    @Override
    public void close() {
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
    }
}
