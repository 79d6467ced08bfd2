package dev.headpond.operator;

import dev.headpond.crds.IngestionBuffer;
import dev.headpond.operator.apply.OwnedObjects;
import dev.headpond.operator.desired.Identity;
import dev.headpond.operator.observe.PodAddress;
import io.fabric8.kubernetes.api.model.ConfigMapVolumeSource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The pods of buffers, from an informer. A pod belongs to the buffer that its label names: its owner is a ReplicaSet,
/// which Headpond does not watch.
final class BufferPods {
    private final Set<String> namespaces;
    private @Nullable InformerEventSource<Pod, IngestionBuffer> source;

    /// @param namespaces to watch; empty for all
    BufferPods(Set<String> namespaces) {
        this.namespaces = namespaces;
    }

    EventSource<Pod, IngestionBuffer> eventSource(EventSourceContext<IngestionBuffer> context) {
        var configuration = InformerEventSourceConfiguration.from(Pod.class, IngestionBuffer.class)
                .withName("Pod")
                .withLabelSelector(OwnedObjects.LABEL_SELECTOR + "," + Identity.BUFFER_LABEL)
                .withSecondaryToPrimaryMapper(BufferPods::buffer);
        source = new InformerEventSource<>(
                namespaces.isEmpty()
                        ? configuration.withWatchAllNamespaces().build()
                        : configuration.withNamespaces(namespaces).build(),
                context);
        return source;
    }

    private static Set<ResourceID> buffer(Pod pod) {
        var name = pod.getMetadata().getLabels().get(Identity.BUFFER_LABEL);
        return name == null
                ? Set.of()
                : Set.of(new ResourceID(name, pod.getMetadata().getNamespace()));
    }

    /// Every pod that is not being deleted. Does not block.
    List<PodAddress> addresses(IngestionBuffer buffer) {
        return pods(buffer)
                .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
                .map(BufferPods::address)
                .toList();
    }

    /// Names of the ConfigMaps that pods have mounted, also pods that are being deleted: they still serve.
    Set<String> mountedConfigMaps(IngestionBuffer buffer) {
        return pods(buffer)
                .flatMap(pod -> pod.getSpec().getVolumes().stream())
                .map(Volume::getConfigMap)
                .filter(Objects::nonNull)
                .map(ConfigMapVolumeSource::getName)
                .collect(Collectors.toSet());
    }

    private Stream<Pod> pods(IngestionBuffer buffer) {
        return source == null ? Stream.empty() : source.getSecondaryResources(buffer).stream();
    }

    private static PodAddress address(Pod pod) {
        var status = pod.getStatus();
        var ip = status == null || status.getPodIP() == null ? "" : status.getPodIP();
        boolean ready = status != null
                && status.getConditions().stream()
                        .anyMatch(c -> "Ready".equals(c.getType()) && "True".equals(c.getStatus()));
        return new PodAddress(pod.getMetadata().getUid(), ip, ready);
    }
}
