package dev.headpond.playground.cluster;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;

/// What the controllers ask about a pod.
public final class Pods {
    private Pods() {}

    public static boolean isReady(Pod pod) {
        return pod.getStatus() != null
                && pod.getStatus().getConditions().stream()
                        .anyMatch(it ->
                                it.getType().equals("Ready") && it.getStatus().equals("True"));
    }

    public static boolean isEnding(Pod pod) {
        return pod.getMetadata().getDeletionTimestamp() != null;
    }

    public static boolean isOwnedBy(Pod pod, HasMetadata owner) {
        return pod.getMetadata().getOwnerReferences().stream()
                .anyMatch(it -> Objects.equals(it.getUid(), owner.getMetadata().getUid()));
    }

    public static boolean matches(Pod pod, Map<String, String> selector) {
        var labels = pod.getMetadata().getLabels();
        return labels != null && labels.entrySet().containsAll(selector.entrySet());
    }

    /// A port given as a number, or by the name that one of the containers gives it.
    public static OptionalInt port(Pod pod, IntOrString port) {
        if (port.getIntVal() != null) return OptionalInt.of(port.getIntVal());
        return pod.getSpec().getContainers().stream()
                .map(container -> port(container, port))
                .filter(OptionalInt::isPresent)
                .findFirst()
                .orElse(OptionalInt.empty());
    }

    public static OptionalInt port(Container container, IntOrString port) {
        if (port.getIntVal() != null) return OptionalInt.of(port.getIntVal());
        return container.getPorts().stream()
                .filter(it -> Objects.equals(it.getName(), port.getStrVal()))
                .mapToInt(it -> it.getContainerPort())
                .findFirst();
    }
}
