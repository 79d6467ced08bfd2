package dev.headpond.operator;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectorBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Lets one process of several reconcile. It is the Kubernetes client's elector and not the one of the Java Operator
/// SDK, which exits from within and gives up the lease before the last reconcile is over.
///
/// A process that loses the lease must not write again: it cannot stop a request that is under way, so it ends
/// (`onLost`). Until the lease of a process that vanished runs out (15 s) nobody reconciles; buffers go on without.
final class Leadership implements AutoCloseable {
    static final String LEASE = "headpond-operator";
    private static final Logger LOG = LoggerFactory.getLogger(Leadership.class);
    /// The client's time-out (5 s) with its retries stays below the renew deadline, and that below the lease.
    private static final Duration LEASE_DURATION = Duration.ofSeconds(15);
    private static final Duration RENEW_DEADLINE = Duration.ofSeconds(10);
    private static final Duration RETRY_PERIOD = Duration.ofSeconds(2);

    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("leader-election").factory());
    private final AtomicBoolean leading = new AtomicBoolean();
    private final AtomicBoolean closing = new AtomicBoolean();
    private @Nullable CompletableFuture<?> election;

    /// New for each process: a container that restarts keeps its host's name, and must not believe that a lease
    /// of its predecessor is its own.
    static String identity() {
        return host() + "-" + UUID.randomUUID();
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException _) {
            return "headpond";
        }
    }

    /// @param onLeading called once, on a thread of its own
    /// @param onLost called when the lease went to somebody else or could not be renewed in time
    void campaign(KubernetesClient client, String namespace, String identity, Runnable onLeading, Runnable onLost) {
        var callbacks = new LeaderCallbacks(
                () -> {
                    leading.set(true);
                    Thread.ofPlatform().name("leading").start(onLeading);
                },
                () -> lost(onLost),
                leader -> LOG.info("The leader is {}", leader == null ? "nobody" : leader));
        election = new LeaderElectorBuilder(client, thread)
                .withConfig(new LeaderElectionConfigBuilder()
                        .withName(LEASE)
                        .withLock(new LeaseLock(namespace, LEASE, identity))
                        .withLeaseDuration(LEASE_DURATION)
                        .withRenewDeadline(RENEW_DEADLINE)
                        .withRetryPeriod(RETRY_PERIOD)
                        .withReleaseOnCancel(true)
                        .withLeaderCallbacks(callbacks)
                        .build())
                .build()
                .start();
    }

    boolean leading() {
        return leading.get();
    }

    private void lost(Runnable onLost) {
        if (leading.getAndSet(false) && !closing.get()) {
            onLost.run();
        }
    }

    /// Gives the lease back, so that another process need not wait for it to run out. To be called when nothing
    /// reconciles any more.
    @Override
    public void close() {
        closing.set(true);
        if (election != null) {
            election.cancel(true);
        }
        thread.close();
    }
}
