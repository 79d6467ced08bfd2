package dev.headpond.playground.kubelet;

import dev.headpond.playground.cluster.ClusterView;
import dev.headpond.playground.cluster.StatusWriter;
import dev.headpond.playground.network.LoopbackBlock;
import dev.headpond.playground.network.Services;
import dev.headpond.playground.rollout.DeploymentController;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.InetAddress;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// All that a cluster has beside its API server, for one machine: Deployment controller, kubelet and service proxy. One
/// thread, `local-kubelet`, goes round over all objects whenever something changed, and at least twice a second; it
/// owns
/// all state. It uses the public API only, so it also serves a real API server that has no controllers and no
/// nodes beside it.
public final class LocalKubelet implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LocalKubelet.class);
    public static final String NODE = "local";
    private static final long TICK_MILLIS = 25;
    private static final int ROUND_AT_LEAST_EVERY_TICKS = 20;

    private final KubernetesClient client;
    private final LoopbackBlock block;
    private final ClusterView view;
    private final StatusWriter statusWriter;
    private final DeploymentController deployments;
    private final Services services;
    private final PodRun.Node node;
    private final Map<String, PodRun> running = new HashMap<>();
    private final ScheduledExecutorService loop = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("local-kubelet").factory());
    private volatile boolean changed = true;
    private volatile boolean closing;
    private int ticks;

    /// Starts to run what the API server has.
    ///
    /// @param directory for the files and logs of pods
    /// @param addresses for pods and Services; stays the caller's to close
    /// @param images the programs that may run
    public static LocalKubelet start(KubernetesClient client, Path directory, LoopbackBlock addresses, Images images) {
        return new LocalKubelet(client, directory, addresses, images);
    }

    private LocalKubelet(KubernetesClient client, Path directory, LoopbackBlock block, Images images) {
        var clock = InstantSource.system();
        this.client = client;
        this.block = block;
        this.statusWriter = new StatusWriter(client);
        this.deployments = new DeploymentController(client, statusWriter, clock, RandomGenerator.getDefault(), NODE);
        this.services = new Services(client, block);
        var http = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(1)).build();
        this.node = new PodRun.Node(directory.toAbsolutePath(), images, http, clock, this::wake);
        this.view = new ClusterView(client, this::wake);
        var _ = loop.scheduleWithFixedDelay(this::tick, 0, TICK_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void wake() {
        changed = true;
    }

    private void tick() {
        if (closing) return;
        if (!changed && ++ticks < ROUND_AT_LEAST_EVERY_TICKS) return;
        changed = false;
        ticks = 0;
        try {
            round();
        } catch (RuntimeException e) {
            LOG.error("a round of the local kubelet failed; the next one tries again", e);
        }
    }

    /// Services before pods: a pod that is to end is taken out of its Service first.
    private void round() {
        var pods = view.pods();
        deployments.observe(view.deployments(), pods);
        for (var it : view.deployments()) guarded(it, () -> deployments.reconcile(it, pods));
        guardedServices(pods);
        var byUid =
                pods.stream().collect(Collectors.toMap(it -> it.getMetadata().getUid(), it -> it));
        for (var pod : pods) if (isNew(pod)) guarded(pod, () -> admit(pod));
        for (var run : running.values().toArray(PodRun[]::new)) {
            var latest = Optional.ofNullable(byUid.get(run.pod().getMetadata().getUid()));
            guarded(run.pod(), () -> advance(run, latest));
        }
        forget();
    }

    private void guardedServices(List<Pod> pods) {
        try {
            services.sync(view.services(), pods);
        } catch (KubernetesClientException e) {
            report("services", e);
        }
    }

    private boolean isNew(Pod pod) {
        var assigned = pod.getSpec().getNodeName();
        return !running.containsKey(pod.getMetadata().getUid())
                && (assigned == null || assigned.isEmpty() || assigned.equals(NODE))
                && !isFinished(pod);
    }

    private static boolean isFinished(Pod pod) {
        var phase = pod.getStatus() == null ? null : pod.getStatus().getPhase();
        return "Succeeded".equals(phase) || "Failed".equals(phase);
    }

    private void admit(Pod pod) {
        if (pod.getMetadata().getDeletionTimestamp() != null) {
            client.resource(pod).withGracePeriod(0).delete();
            return;
        }
        var configuration = PodConfiguration.of(view, pod.getMetadata().getNamespace());
        running.put(pod.getMetadata().getUid(), new PodRun(pod, block.takePodAddress(), configuration, node));
    }

    private void advance(PodRun run, Optional<Pod> latest) {
        run.advance(latest);
        if (!run.isOver()) {
            if (latest.isPresent()) statusWriter.write(latest.get(), run.status());
            return;
        }
        latest.ifPresent(it -> client.resource(it).withGracePeriod(0).delete());
        running.remove(run.pod().getMetadata().getUid());
        block.givePodAddressBack(run.address());
        run.removeFiles();
        LOG.debug("pod {} is gone", run.name());
    }

    private void guarded(HasMetadata object, Runnable work) {
        try {
            work.run();
        } catch (KubernetesClientException e) {
            report(object.getKind() + " " + object.getMetadata().getName(), e);
        }
    }

    /// 404 and 409: the local copy lags, the next round sees more.
    private void report(String what, KubernetesClientException e) {
        if (e.getCode() != 404 && e.getCode() != 409) LOG.warn("{}: {}; tried again", what, e.getMessage());
    }

    private void forget() {
        var uids = new HashSet<String>();
        Stream.of(view.deployments(), view.pods())
                .flatMap(List::stream)
                .forEach(it -> uids.add(it.getMetadata().getUid()));
        statusWriter.retain(uids);
    }

    /// Where a Service answers on this machine.
    public Optional<InetAddress> serviceAddress(String namespace, String name) {
        return view.service(namespace, name).flatMap(services::address);
    }

    /// Where the log of a container is, whether its pod is still there or not.
    ///
    /// @param directory as given to [#start]
    public static Path log(Path directory, String namespace, String podName, String podUid, String container) {
        return PodRun.directory(directory, namespace, podName, podUid).resolve(container + ".log");
    }

    /// Stops all processes, kindly first, and returns when none is left. Objects in the API server stay as they are.
    public void close(Duration grace) {
        if (closing) return;
        closing = true;
        loop.execute(() -> running.values().forEach(it -> it.stop(grace)));
        var _ = loop.scheduleWithFixedDelay(this::drain, 0, TICK_MILLIS, TimeUnit.MILLISECONDS);
        try {
            if (!loop.awaitTermination(grace.toMillis() + 5_000, TimeUnit.MILLISECONDS))
                LOG.warn("processes of pods did not end: {}", running.keySet());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        services.close();
        view.close();
    }

    private void drain() {
        running.values().forEach(it -> it.advance(Optional.of(it.pod())));
        if (running.values().stream().allMatch(PodRun::isOver)) loop.shutdownNow();
    }

    @Override
    public void close() {
        close(Duration.ofSeconds(10));
    }
}
