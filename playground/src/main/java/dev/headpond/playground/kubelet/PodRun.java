package dev.headpond.playground.kubelet;

import dev.headpond.playground.process.Launch;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.io.IOException;
import java.net.InetAddress;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One pod on this node, from the moment it is seen until its last process has ended. Owned by the kubelet's loop.
final class PodRun implements ContainerRun.Starter {
    private static final Logger LOG = LoggerFactory.getLogger(PodRun.class);
    private static final Duration GRACE_DEFAULT = Duration.ofSeconds(30);

    /// What all pods of a node have in common.
    record Node(Path directory, Images images, HttpClient http, InstantSource clock, Runnable changed) {}

    private final Pod pod;
    private final InetAddress address;
    private final Node node;
    private final Path directory;
    private final PodConfiguration configuration;
    private final Volumes volumes;
    private final PodStatuses statuses;
    private final List<ContainerRun> containers;
    private boolean stopping;

    PodRun(Pod pod, InetAddress address, PodConfiguration configuration, Node node) {
        this.pod = pod;
        this.address = address;
        this.node = node;
        this.configuration = configuration;
        var metadata = pod.getMetadata();
        this.directory = directory(node.directory, metadata.getNamespace(), metadata.getName(), metadata.getUid());
        this.volumes = new Volumes(pod, directory, node.directory.resolve("claims"), configuration);
        this.statuses = new PodStatuses(address.getHostAddress(), node.clock);
        var policy = RestartPolicy.of(pod.getSpec().getRestartPolicy());
        this.containers = pod.getSpec().getContainers().stream()
                .map(it -> new ContainerRun(it, name(), this, policy, node.clock, node.changed))
                .toList();
    }

    /// Where a pod's files and logs lie, as on a real node.
    static Path directory(Path nodeDirectory, String namespace, String name, String uid) {
        return nodeDirectory.resolve("pods").resolve(namespace + "_" + name + "_" + uid);
    }

    String name() {
        return pod.getMetadata().getName();
    }

    InetAddress address() {
        return address;
    }

    Pod pod() {
        return pod;
    }

    PodStatus status() {
        return statuses.of(containers);
    }

    /// Does what is due now. `latest` is the pod as the API server has it; empty where it has it no more.
    void advance(Optional<Pod> latest) {
        if (latest.isEmpty()) stop(Duration.ofSeconds(2));
        else if (latest.get().getMetadata().getDeletionTimestamp() != null) stop(grace(latest.get()));
        else refreshVolumes();
        containers.forEach(it -> it.advance(grace(pod)));
    }

    /// Asks all containers to end; those that are there after `grace` are killed. A second call can only shorten that.
    void stop(Duration grace) {
        stopping = true;
        containers.forEach(it -> it.stop(grace));
        killBy(node.clock.instant().plus(grace));
    }

    private void killBy(Instant instant) {
        containers.forEach(it -> it.killBy(instant));
    }

    boolean isOver() {
        return stopping && containers.stream().allMatch(ContainerRun::isOver);
    }

    /// What a Secret or ConfigMap has become is written into the running pod too, as on a real node.
    private void refreshVolumes() {
        for (var run : containers) {
            if (!(run.state() instanceof ContainerRun.State.Running)) continue;
            try {
                volumes.mount(run.container());
            } catch (IOException | PodConfiguration.Missing e) {
                LOG.debug("pod {}: volumes stay as they are: {}", name(), e.getMessage());
            }
        }
    }

    @Override
    public Launch launch(Container container) throws IOException, PodConfiguration.Missing {
        var environment = new Environment(pod, address.getHostAddress(), configuration, volumes.mount(container));
        var variables = environment.variables(container);
        var program = container.getCommand().isEmpty() ? program(container.getImage()) : List.<String>of();
        return new Launch(
                environment.command(container, program, variables), variables, directory, container.getName());
    }

    private List<String> program(String image) throws PodConfiguration.Missing {
        return node.images
                .program(image)
                .orElseThrow(() -> new PodConfiguration.Missing("image \"" + image
                        + "\": this kubelet runs programs of this machine and knows only "
                        + node.images.programs().keySet()));
    }

    @Override
    public ContainerProbes probes(Container container) {
        var check = new ProbeCheck(node.http, container, address.getHostAddress());
        return new ContainerProbes(container, check, node.changed);
    }

    private static Duration grace(Pod pod) {
        return Optional.ofNullable(pod.getMetadata().getDeletionGracePeriodSeconds())
                .or(() -> Optional.ofNullable(pod.getSpec().getTerminationGracePeriodSeconds()))
                .map(Duration::ofSeconds)
                .orElse(GRACE_DEFAULT);
    }

    void removeFiles() {
        try {
            volumes.remove();
        } catch (IOException e) {
            LOG.debug("pod {}: files in {} stay: {}", name(), directory, e.toString());
        }
    }
}
