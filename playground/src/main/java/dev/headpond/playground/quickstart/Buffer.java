package dev.headpond.playground.quickstart;

import dev.headpond.crds.IngestionBuffer;
import dev.headpond.crds.IngestionBufferStatus;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Objects;
import java.util.Optional;

/// The buffer of the example, as the operator's status tells of it.
final class Buffer {
    static final String NAMESPACE = "shop";
    static final String NAME = "orders";
    static final String SERVICE = NAME + "-buffer";
    static final int PORT = 8080;

    private final KubernetesClient client;

    Buffer(KubernetesClient client) {
        this.client = client;
    }

    IngestionBufferStatus status() {
        var found = client.resources(IngestionBuffer.class)
                .inNamespace(NAMESPACE)
                .withName(NAME)
                .get();
        return Optional.ofNullable(found).map(it -> it.getStatus()).orElse(IngestionBufferStatus.EMPTY);
    }

    int readyReplicas() {
        return Objects.requireNonNullElse(status().readyReplicas(), 0);
    }

    /// Whether the operator has seen the newest spec, and says that the buffer takes events.
    boolean isReady() {
        var conditions = status().conditions();
        return conditions != null
                && conditions.stream().anyMatch(it -> "Ready".equals(it.getType()) && "True".equals(it.getStatus()))
                && readyReplicas() > 0;
    }

    /// `AdmissionBound: 57% of the events were refused…`, or nothing before the first decision.
    String diagnosis() {
        var scaling = status().scaling();
        if (scaling == null || scaling.diagnosis() == null) return "";
        return scaling.diagnosis() + (scaling.message() == null ? "" : ": " + scaling.message());
    }

    /// What stands in the way, for a person: the conditions that are not as they should be.
    String complaints() {
        var conditions = status().conditions();
        if (conditions == null || conditions.isEmpty()) return "the operator has written no status";
        return String.join(
                "; ",
                conditions.stream()
                        .map(it -> it.getType() + "=" + it.getStatus() + " (" + it.getReason() + ": " + it.getMessage()
                                + ")")
                        .toList());
    }
}
