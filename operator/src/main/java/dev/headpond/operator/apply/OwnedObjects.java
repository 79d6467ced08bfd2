package dev.headpond.operator.apply;

import dev.headpond.crds.IngestionBuffer;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The objects that Headpond has made, kept by one informer for each kind. The informers see only what carries our
/// label, so that a large cluster costs no memory, and Secrets are never read.
public final class OwnedObjects {
    public static final String LABEL_SELECTOR = "app.kubernetes.io/managed-by=headpond";

    private static final List<Class<? extends HasMetadata>> KINDS = List.of(
            ConfigMap.class,
            ServiceAccount.class,
            Service.class,
            Deployment.class,
            PodDisruptionBudget.class,
            NetworkPolicy.class);

    private final KubernetesClient client;
    private final Set<String> namespaces;
    private final Writes writes;
    private final Map<Class<? extends HasMetadata>, InformerEventSource<?, IngestionBuffer>> sources =
            new LinkedHashMap<>();

    /// @param namespaces to watch; empty for all
    public OwnedObjects(KubernetesClient client, Set<String> namespaces, Writes writes) {
        this.client = client;
        this.namespaces = namespaces;
        this.writes = writes;
    }

    /// The informers; called once, before anything else.
    public List<EventSource<?, IngestionBuffer>> eventSources(EventSourceContext<IngestionBuffer> context) {
        KINDS.forEach(kind -> sources.put(kind, source(kind, context)));
        return List.copyOf(sources.values());
    }

    private <R extends HasMetadata> InformerEventSource<R, IngestionBuffer> source(
            Class<R> kind, EventSourceContext<IngestionBuffer> context) {
        var configuration = InformerEventSourceConfiguration.from(kind, IngestionBuffer.class)
                .withName(kind.getSimpleName())
                .withLabelSelector(LABEL_SELECTOR);
        return new InformerEventSource<>(
                namespaces.isEmpty()
                        ? configuration.withWatchAllNamespaces().build()
                        : configuration.withNamespaces(namespaces).build(),
                context);
    }

    /// The buffer's workload, or empty before the first apply.
    public Optional<Deployment> workload(IngestionBuffer buffer) {
        return owned(Deployment.class, buffer).stream().findFirst();
    }

    public Cluster of(IngestionBuffer buffer) {
        return new View(buffer);
    }

    @SuppressWarnings("unchecked")
    private <R extends HasMetadata> InformerEventSource<R, IngestionBuffer> source(Class<R> kind) {
        var source = sources.get(kind);
        if (source == null) {
            throw new IllegalStateException(kind.getSimpleName() + " has no informer; add it to KINDS");
        }
        return (InformerEventSource<R, IngestionBuffer>) source;
    }

    /// A buffer that was deleted and made again with the same name does not own what the first one left behind.
    private <R extends HasMetadata> List<R> owned(Class<R> kind, IngestionBuffer buffer) {
        var uid = buffer.getMetadata().getUid();
        return source(kind).getSecondaryResources(buffer).stream()
                .filter(object -> object.hasOwnerReferenceFor(uid))
                .toList();
    }

    private final class View implements Cluster {
        private final IngestionBuffer buffer;

        View(IngestionBuffer buffer) {
            this.buffer = buffer;
        }

        @Override
        public List<HasMetadata> owned() {
            var objects = new ArrayList<HasMetadata>();
            KINDS.forEach(kind -> objects.addAll(OwnedObjects.this.owned(kind, buffer)));
            return objects;
        }

        @Override
        public Optional<HasMetadata> read(HasMetadata desired) {
            return Optional.ofNullable(client.resource(desired).get());
        }

        @Override
        public void apply(HasMetadata desired) {
            write(desired);
            writes.count(desired.getKind(), Writes.Kind.APPLY);
        }

        /// Shows the write in the cache at once; otherwise a pass before the watch catches up would repeat it. What the
        /// cache held is looked up before the write: if the watch has moved on since, its news wins.
        @SuppressWarnings("unchecked")
        private <R extends HasMetadata> void write(R desired) {
            var source = (InformerEventSource<R, IngestionBuffer>) source(desired.getClass());
            var id = ResourceID.fromResource(desired);
            var before = source.get(id);
            R written = client.resource(desired)
                    .fieldManager(Applier.FIELD_MANAGER)
                    .forceConflicts()
                    .serverSideApply();
            before.ifPresentOrElse(
                    older -> source.handleRecentResourceUpdate(id, written, older),
                    () -> source.handleRecentResourceCreate(id, written));
        }

        @Override
        public void delete(HasMetadata object) {
            client.resource(object)
                    .lockResourceVersion(object.getMetadata().getResourceVersion())
                    .delete();
            writes.count(object.getKind(), Writes.Kind.DELETE);
        }
    }
}
