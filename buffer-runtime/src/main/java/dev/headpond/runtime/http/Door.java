package dev.headpond.runtime.http;

import dev.headpond.policy.IngestPolicy;
import dev.headpond.policy.Policy;
import dev.headpond.runtime.admission.Intake;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.ServerChannel;
import io.netty.channel.socket.SocketChannel;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The listening socket and all connections of producers. Everything but [#open], [#startClosing] and [#close] runs on
/// the shard's thread.
public final class Door implements AutoCloseable {
    /// Producers connected at once; one more is closed without an answer. Each costs about 2 KiB while idle.
    static final int CONNECTIONS_MAX = 8_192;
    /// Connections that the kernel holds before we take them.
    static final int BACKLOG_MAX = 1_024;

    private final EventLoop loop;
    private final IngestPolicy ingest;
    private final Intake intake;
    private final DoorMeter meter;
    private final HeadRules rules;
    private final Answers answers;
    private final Requests requests;
    private final BodyBudget budget;
    private final Set<Connection> connections = new LinkedHashSet<>();
    private @Nullable Channel listener;
    private boolean isClosing;

    /// @param loop the shard's thread
    /// @param token the producers' token as it is now, or empty where the policy asks for none
    public Door(
            Policy policy,
            EventLoop loop,
            Intake intake,
            DoorMeter meter,
            InstantSource clock,
            Optional<Supplier<byte[]>> token) {
        this.loop = loop;
        this.ingest = policy.ingest();
        this.intake = intake;
        this.meter = meter;
        this.rules = new HeadRules(ingest, token.map(BearerToken::new));
        this.answers = new Answers(policy, clock);
        this.requests = new Requests(policy, intake, answers);
        this.budget = new BodyBudget(ingest);
    }

    /// Most bytes of direct memory that bodies on their way in may take.
    public static long bodiesBytesMax(IngestPolicy ingest) {
        return BodyBudget.bytesMax(ingest);
    }

    /// Starts to listen.
    ///
    /// @param address a port of 0 takes any free one
    /// @return the address that is listened on
    public InetSocketAddress open(InetSocketAddress address, Class<? extends ServerChannel> channelType)
            throws InterruptedException {
        var bound = new ServerBootstrap()
                .group(loop, loop)
                .channel(channelType)
                .option(ChannelOption.SO_BACKLOG, BACKLOG_MAX)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        accept(channel);
                    }
                })
                .bind(address)
                .sync()
                .channel();
        listener = bound;
        var _ = loop.scheduleAtFixedRate(this::everySecond, 1, 1, TimeUnit.SECONDS);
        return (InetSocketAddress) bound.localAddress();
    }

    private void accept(SocketChannel channel) {
        if (connections.size() >= CONNECTIONS_MAX) {
            var _ = channel.close();
            return;
        }
        var connection = new Connection(this, channel);
        channel.pipeline().addLast(new StrictRequestDecoder(connection::onBytes), connection);
        connections.add(connection);
        meter.connections(connections.size());
    }

    private void everySecond() {
        answers.refreshDate();
        long now = nanoTime();
        new ArrayList<>(connections).forEach(connection -> connection.tick(now));
    }

    /// From now on every answer asks the producer to connect anew, which leads it to another pod; connections that
    /// wait for nothing are closed. Requests are still taken for as long as the intake takes them.
    public void startClosing() {
        loop.execute(() -> isClosing = true);
    }

    /// Stops listening and ends all connections.
    @Override
    public void close() {
        var bound = listener;
        if (bound != null) {
            bound.close().awaitUninterruptibly();
        }
        loop.submit(() -> new ArrayList<>(connections).forEach(Connection::closeNow))
                .awaitUninterruptibly();
    }

    void gone(Connection connection) {
        connections.remove(connection);
        meter.connections(connections.size());
    }

    long nanoTime() {
        return System.nanoTime();
    }

    long idleNanos() {
        return ingest.idleTimeout().toNanos();
    }

    boolean isClosing() {
        return isClosing;
    }

    IngestPolicy ingest() {
        return ingest;
    }

    Intake intake() {
        return intake;
    }

    DoorMeter meter() {
        return meter;
    }

    HeadRules rules() {
        return rules;
    }

    Answers answers() {
        return answers;
    }

    Requests requests() {
        return requests;
    }

    BodyBudget budget() {
        return budget;
    }
}
