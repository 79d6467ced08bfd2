package dev.headpond.playground.cluster;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Informable;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import java.util.List;
import java.util.Optional;

/// The local copy of what the controllers need, kept by watches. It lags behind the API server: who creates or deletes
/// something must remember that until it is seen here.
public final class ClusterView implements AutoCloseable {
    private final SharedIndexInformer<Deployment> deployments;
    private final SharedIndexInformer<Pod> pods;
    private final SharedIndexInformer<Service> services;
    private final SharedIndexInformer<ConfigMap> configMaps;
    private final SharedIndexInformer<Secret> secrets;

    /// @param changed called on a thread of the client's after each change
    public ClusterView(KubernetesClient client, Runnable changed) {
        deployments = watch(client.apps().deployments().inAnyNamespace(), changed);
        pods = watch(client.pods().inAnyNamespace(), changed);
        services = watch(client.services().inAnyNamespace(), changed);
        configMaps = watch(client.configMaps().inAnyNamespace(), changed);
        secrets = watch(client.secrets().inAnyNamespace(), changed);
    }

    private static <T extends HasMetadata> SharedIndexInformer<T> watch(Informable<T> all, Runnable changed) {
        return all.inform(new ResourceEventHandler<>() {
            @Override
            public void onAdd(T added) {
                changed.run();
            }

            @Override
            public void onUpdate(T before, T after) {
                changed.run();
            }

            @Override
            public void onDelete(T deleted, boolean lastStateUnknown) {
                changed.run();
            }
        });
    }

    public List<Deployment> deployments() {
        return deployments.getStore().list();
    }

    public List<Pod> pods() {
        return pods.getStore().list();
    }

    public List<Service> services() {
        return services.getStore().list();
    }

    public Optional<Service> service(String namespace, String name) {
        return Optional.ofNullable(services.getStore().getByKey(Cache.namespaceKeyFunc(namespace, name)));
    }

    public Optional<ConfigMap> configMap(String namespace, String name) {
        return Optional.ofNullable(configMaps.getStore().getByKey(Cache.namespaceKeyFunc(namespace, name)));
    }

    public Optional<Secret> secret(String namespace, String name) {
        return Optional.ofNullable(secrets.getStore().getByKey(Cache.namespaceKeyFunc(namespace, name)));
    }

    @Override
    public void close() {
        for (var informer : List.of(deployments, pods, services, configMaps, secrets)) informer.close();
    }
}
