package dev.headpond.runtime.http;

import dev.headpond.policy.Policy;
import dev.headpond.policy.PolicyReader;
import dev.headpond.policy.Reading;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// A door on a free port, with a fake behind it.
final class OpenDoor implements AutoCloseable {
    final FakeIntake intake = new FakeIntake();
    final List<Integer> statuses = new CopyOnWriteArrayList<>();
    final Door door;
    final EventLoop loop;
    private final MultiThreadIoEventLoopGroup group;
    private final InetSocketAddress address;
    private final List<RawClient> clients = new ArrayList<>();

    OpenDoor(String sections, Optional<Supplier<byte[]>> token) throws InterruptedException {
        group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        loop = group.next();
        var meter = new DoorMeter() {
            @Override
            public void answered(int status, long nanos) {
                statuses.add(status);
            }

            @Override
            public void connections(int open) {}
        };
        door = new Door(policy(sections), loop, intake, meter, InstantSource.system(), token);
        address = door.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), NioServerSocketChannel.class);
    }

    static Policy policy(String sections) {
        var json = "{\"name\":\"shop/orders\"," + sections
                + "\"sink\":{\"redis\":{\"uri\":\"redis://127.0.0.1:1\",\"stream\":\"orders\"}}}";
        return switch (PolicyReader.parse(json)) {
            case Reading.Valid<Policy>(var policy) -> policy;
            case Reading.Invalid<Policy> invalid -> throw new AssertionError(invalid.line());
        };
    }

    RawClient client() throws java.io.IOException {
        var client = new RawClient(address);
        clients.add(client);
        return client;
    }

    long bodyBytesHeld() throws Exception {
        return loop.submit(() -> door.budget().reserved()).get(5, TimeUnit.SECONDS);
    }

    @Override
    public void close() throws java.io.IOException {
        for (var client : clients) {
            client.close();
        }
        door.close();
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
