package dev.headpond.e2e;

import static dev.headpond.e2e.Cluster.await;

import dev.headpond.crds.IngestionBuffer;
import dev.headpond.crds.IngestionBufferStatus;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// One IngestionBuffer in the cluster, by name.
record Buffer(Cluster cluster, String namespace, String name) {
    IngestionBuffer resource() {
        return cluster.client()
                .resources(IngestionBuffer.class)
                .inNamespace(namespace)
                .withName(name)
                .require();
    }

    IngestionBufferStatus status() {
        return Optional.ofNullable(resource().getStatus()).orElse(IngestionBufferStatus.EMPTY);
    }

    Optional<Condition> condition(String type) {
        return Optional.ofNullable(status().conditions()).stream()
                .flatMap(List::stream)
                .filter(condition -> condition.getType().equals(type))
                .findFirst();
    }

    /// Waits until the condition is true and speaks of the newest spec.
    Buffer awaitReady() {
        await(name + " is Ready").untilAsserted(() -> {
            Condition ready = condition("Ready").orElseThrow(() -> new AssertionError(story()));
            if (!ready.getStatus().equals("True")
                    || !Objects.equals(
                            ready.getObservedGeneration(),
                            resource().getMetadata().getGeneration())) {
                throw new AssertionError(story());
            }
        });
        return this;
    }

    /// Where producers of this machine post events: the Service, by its address, since this machine does not ask the
    /// cluster's DNS.
    URI door() {
        var service = cluster.client()
                .services()
                .inNamespace(namespace)
                .withName(workload())
                .require()
                .getSpec();
        return URI.create("http://%s:%d/v1/events"
                .formatted(service.getClusterIP(), service.getPorts().getFirst().getPort()));
    }

    /// The name of the Deployment, the Service and their like.
    String workload() {
        return name + "-buffer";
    }

    Deployment deployment() {
        return cluster.client()
                .apps()
                .deployments()
                .inNamespace(namespace)
                .withName(workload())
                .require();
    }

    List<Pod> pods() {
        return cluster.client()
                .pods()
                .inNamespace(namespace)
                .withLabel("headpond.dev/buffer", name)
                .list()
                .getItems();
    }

    /// Changes the spec as `kubectl patch` does it.
    ///
    /// @param spec a JSON merge patch of the spec
    void patch(String spec) {
        cluster.kubectl(
                "-n",
                namespace,
                "patch",
                "ingestionbuffer",
                name,
                "--type=merge",
                "-p",
                "{\"spec\": %s}".formatted(spec));
    }

    void delete() {
        cluster.kubectl("-n", namespace, "delete", "ingestionbuffer", name, "--wait", "--timeout=120s");
    }

    /// What a person would look at when the buffer does not become ready.
    String story() {
        return cluster.tryKubectl("", "-n", namespace, "get", "ib," + "deploy,pods,events")
                        .output() + "conditions: " + status().conditions();
    }
}
