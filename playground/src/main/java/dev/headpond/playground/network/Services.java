package dev.headpond.playground.network;

import dev.headpond.playground.cluster.Pods;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Gives each Service an address and serves its TCP ports there. Owned by the kubelet's loop; [#address] may be called
/// by any thread.
public final class Services implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Services.class);

    private record PortKey(String uid, int port) {}

    private final KubernetesClient client;
    private final LoopbackBlock block;
    private final ConcurrentMap<String, InetAddress> addresses = new ConcurrentHashMap<>();
    private final Map<PortKey, ServiceProxy> proxies = new HashMap<>();
    private final Set<PortKey> refused = new HashSet<>();

    public Services(KubernetesClient client, LoopbackBlock block) {
        this.client = client;
        this.block = block;
    }

    /// One round: every Service that selects pods is served at its address by those that are ready.
    public void sync(List<Service> services, List<Pod> pods) {
        var live = new HashSet<PortKey>();
        for (var service : services) {
            if (isServed(service)) serve(service, pods, live);
        }
        close(live);
        addresses.keySet().removeIf(uid -> live.stream().noneMatch(key -> key.uid.equals(uid)) && release(uid));
    }

    /// Where a Service answers on this machine; empty until it has been seen.
    public Optional<InetAddress> address(Service service) {
        return Optional.ofNullable(addresses.get(service.getMetadata().getUid()));
    }

    private static boolean isServed(Service service) {
        var selector = service.getSpec().getSelector();
        return selector != null
                && !selector.isEmpty()
                && !"None".equals(service.getSpec().getClusterIP())
                && service.getMetadata().getDeletionTimestamp() == null;
    }

    private void serve(Service service, List<Pod> pods, Set<PortKey> live) {
        var uid = service.getMetadata().getUid();
        var address = addresses.computeIfAbsent(uid, _ -> takeAddress(service));
        for (var port : service.getSpec().getPorts()) {
            var key = new PortKey(uid, port.getPort());
            live.add(key);
            var proxy = proxies.get(key);
            if (proxy == null) proxy = open(service, key, address);
            if (proxy != null) proxy.route(backends(service, port, pods));
        }
    }

    private @Nullable ServiceProxy open(Service service, PortKey key, InetAddress address) {
        try {
            var proxy = ServiceProxy.listen(new InetSocketAddress(address, key.port));
            proxies.put(key, proxy);
            LOG.debug(
                    "{}:{} serves {}",
                    address.getHostAddress(),
                    key.port,
                    service.getMetadata().getName());
            return proxy;
        } catch (IOException e) {
            if (refused.add(key))
                LOG.warn(
                        "Service {} cannot be served at {}:{} ({}); something else listens there",
                        service.getMetadata().getName(),
                        address.getHostAddress(),
                        key.port,
                        e.getMessage());
            return null;
        }
    }

    /// The Service's clusterIP where it is one of this block. Otherwise a new one, which is written into the Service,
    /// unless a real API server gave it one: that cannot be changed, and the Service is served beside it.
    private InetAddress takeAddress(Service service) {
        var given = Optional.ofNullable(service.getSpec().getClusterIP()).filter(it -> !it.isEmpty());
        var own = given.flatMap(Services::parse).filter(block::adoptServiceAddress);
        if (own.isPresent()) return own.get();
        var address = block.takeServiceAddress();
        if (given.isEmpty() || given.get().startsWith("127.")) {
            var ip = address.getHostAddress();
            var patch = "{\"spec\":{\"clusterIP\":\"%s\",\"clusterIPs\":[\"%s\"]}}".formatted(ip, ip);
            client.resource(service).patch(PatchContext.of(PatchType.JSON_MERGE), patch);
        }
        return address;
    }

    private static Optional<InetAddress> parse(String ip) {
        try {
            return Optional.of(InetAddress.getByName(ip));
        } catch (UnknownHostException _) {
            return Optional.empty();
        }
    }

    static List<InetSocketAddress> backends(Service service, ServicePort port, List<Pod> pods) {
        var target = Optional.ofNullable(port.getTargetPort()).orElseGet(() -> new IntOrString(port.getPort()));
        var backends = new ArrayList<InetSocketAddress>();
        for (var pod : pods) {
            if (!isBackend(service, pod)) continue;
            Pods.port(pod, target)
                    .ifPresent(it ->
                            backends.add(new InetSocketAddress(pod.getStatus().getPodIP(), it)));
        }
        return backends;
    }

    private static boolean isBackend(Service service, Pod pod) {
        return pod.getMetadata().getNamespace().equals(service.getMetadata().getNamespace())
                && Pods.matches(pod, service.getSpec().getSelector())
                && Pods.isReady(pod)
                && !Pods.isEnding(pod);
    }

    private void close(Set<PortKey> live) {
        proxies.entrySet().removeIf(entry -> {
            if (live.contains(entry.getKey())) return false;
            closeQuietly(entry.getValue());
            return true;
        });
        refused.retainAll(live);
    }

    private boolean release(String uid) {
        var address = addresses.get(uid);
        if (address != null) block.giveServiceAddressBack(address);
        return true;
    }

    private static void closeQuietly(ServiceProxy proxy) {
        try {
            proxy.close();
        } catch (IOException e) {
            LOG.debug("a Service's socket did not close cleanly", e);
        }
    }

    @Override
    public void close() {
        close(Set.of());
    }
}
