package dev.headpond.playground.rollout;

import dev.headpond.playground.cluster.Pods;
import dev.headpond.playground.cluster.StatusWriter;
import dev.headpond.playground.rollout.Rollout.Replica;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps each Deployment's pods as its spec has them. Owned by the kubelet's loop.
public final class DeploymentController {
    private static final Logger LOG = LoggerFactory.getLogger(DeploymentController.class);

    /// Where pods have to go, the newest go first.
    private static final Comparator<Pod> NEWEST_FIRST = Comparator.comparing(
                    (Pod it) -> it.getMetadata().getCreationTimestamp(),
                    Comparator.nullsLast(Comparator.naturalOrder()))
            .reversed();

    private final KubernetesClient client;
    private final StatusWriter statusWriter;
    private final InstantSource clock;
    private final PodTemplates templates;
    private final Expectations expectations;
    private final Map<String, DeploymentStatuses> statuses = new HashMap<>();

    /// @param node name of the node that its pods are bound to; there is no scheduler
    public DeploymentController(
            KubernetesClient client,
            StatusWriter statusWriter,
            InstantSource clock,
            RandomGenerator random,
            String node) {
        this.client = client;
        this.statusWriter = statusWriter;
        this.clock = clock;
        this.templates = new PodTemplates(client.getKubernetesSerialization(), random, node);
        this.expectations = new Expectations(clock);
    }

    /// Once a round, before [#reconcile].
    public void observe(List<Deployment> deployments, List<Pod> pods) {
        expectations.observe(pods);
        statuses.keySet().retainAll(uids(deployments));
    }

    /// One step towards the spec of one Deployment.
    public void reconcile(Deployment deployment, List<Pod> allPods) {
        if (deployment.getMetadata().getDeletionTimestamp() != null) return;
        var hash = templates.hash(deployment);
        var uid = deployment.getMetadata().getUid();
        var owned =
                allPods.stream().filter(it -> Pods.isOwnedBy(it, deployment)).toList();
        var pods = owned.stream()
                .filter(it -> !Pods.isEnding(it) && !expectations.isDeleting(it))
                .sorted(NEWEST_FIRST)
                .toList();
        var replicas = replicas(pods, hash);

        var rollout = Strategy.rollout(deployment);
        var step = rollout.next(replicas, expectations.coming(uid, hash));
        if (Strategy.recreates(deployment)) step = recreate(step, owned, replicas, hash);
        for (int i = 0; i < step.create(); i++) create(deployment, hash);
        var unwanted = step.delete().stream().map(Replica::name).collect(Collectors.toSet());
        pods.stream()
                .filter(it -> unwanted.contains(it.getMetadata().getName()))
                .forEach(this::delete);

        var status = statuses.computeIfAbsent(uid, _ -> new DeploymentStatuses(clock));
        var left = pods.stream().filter(it -> !expectations.isDeleting(it)).toList();
        statusWriter.write(deployment, status.of(deployment, rollout, replicas(left, hash)));
    }

    private static List<Replica> replicas(List<Pod> pods, String hash) {
        return pods.stream().map(it -> replica(it, hash)).toList();
    }

    private static Replica replica(Pod pod, String hash) {
        var labels = pod.getMetadata().getLabels();
        boolean current = labels != null && hash.equals(labels.get(PodTemplates.HASH_LABEL));
        return new Replica(pod.getMetadata().getName(), current, Pods.isReady(pod));
    }

    /// All old pods must be gone, not only ending, before the first new one comes.
    private static Rollout.Step recreate(Rollout.Step step, List<Pod> owned, List<Replica> replicas, String hash) {
        var old = replicas.stream().filter(it -> !it.current()).toList();
        boolean oldRemain = owned.stream().anyMatch(it -> !replica(it, hash).current());
        return oldRemain ? new Rollout.Step(0, old) : step;
    }

    private void create(Deployment deployment, String hash) {
        var pod = templates.pod(deployment, hash);
        expectations.creating(pod, deployment.getMetadata().getUid(), hash);
        try {
            client.resource(pod).create();
            LOG.debug("created pod {}", pod.getMetadata().getName());
        } catch (KubernetesClientException e) {
            expectations.notCreated(pod);
            throw e;
        }
    }

    private void delete(Pod pod) {
        if (!expectations.deleting(pod)) return;
        try {
            client.resource(pod).delete();
            LOG.debug("deleted pod {}", pod.getMetadata().getName());
        } catch (KubernetesClientException e) {
            expectations.notDeleted(pod);
            throw e;
        }
    }

    private static Set<String> uids(List<Deployment> deployments) {
        return deployments.stream().map(it -> it.getMetadata().getUid()).collect(Collectors.toSet());
    }
}
