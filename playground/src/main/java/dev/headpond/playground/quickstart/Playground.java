package dev.headpond.playground.quickstart;

import dev.headpond.crds.IngestionBuffer;
import dev.headpond.operator.Headpond;
import dev.headpond.operator.OperatorSettings;
import dev.headpond.playground.apiserver.ApiServer;
import dev.headpond.playground.apiserver.Kubeconfig;
import dev.headpond.playground.kubelet.Images;
import dev.headpond.playground.kubelet.LocalKubelet;
import dev.headpond.playground.network.LoopbackBlock;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Headpond and all that it needs, on this machine: API server, Redis, kubelet and operator. Made part by part in that
/// order, closed in the reverse one. All its files lie in one directory.
final class Playground implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Playground.class);
    private static final int REDIS_PORT = 6379;
    /// As the example names it.
    private static final String REDIS_NAME = "redis.shop:6379";

    private static final String RUNTIME_IMAGE = "headpond/buffer-runtime";
    private static final Duration DRAIN = Duration.ofSeconds(15);

    private final Path directory;
    private final Deque<AutoCloseable> parts = new ArrayDeque<>();
    private final LoopbackBlock addresses;
    private final ApiServer apiServer;
    private final KubernetesClient client;

    /// The API server, empty but for the kind IngestionBuffer. `kubeconfig` in `directory` leads to it.
    Playground(Path directory) throws Failure {
        this.directory = directory;
        try {
            addresses = opened(LoopbackBlock.claim());
            var options = ApiServer.Options.plain()
                    .with(pod -> Optional.of(LocalKubelet.log(
                            nodeDirectory(),
                            pod.at("/metadata/namespace").asText(),
                            pod.at("/metadata/name").asText(),
                            pod.at("/metadata/uid").asText(),
                            pod.at("/spec/containers/0/name").asText())));
            apiServer = opened(ApiServer.start(InetAddress.getLoopbackAddress(), 0, options));
            client = opened(connect(apiServer.uri()));
            Kubeconfig.write(kubeconfig(), apiServer.uri());
        } catch (IOException e) {
            close();
            throw new Failure(String.valueOf(e.getMessage()), e);
        }
    }

    private Path nodeDirectory() {
        return directory.resolve("node");
    }

    private <T extends AutoCloseable> T opened(T part) {
        parts.push(part);
        return part;
    }

    private static KubernetesClient connect(URI server) {
        Config config = new ConfigBuilder(Config.empty())
                .withMasterUrl(server.toString())
                .withNamespace("default")
                .build();
        return new KubernetesClientBuilder().withConfig(config).build();
    }

    /// Teaches the API server the kind IngestionBuffer, from the very file that the chart installs.
    void installDefinition() throws Failure {
        var resource = "/META-INF/headpond/ingestionbuffers.headpond.dev-v1.yml";
        try (InputStream yaml = IngestionBuffer.class.getResourceAsStream(resource)) {
            if (yaml == null) throw new Failure("the class path has no " + resource);
            client.resource(client.getKubernetesSerialization().unmarshal(yaml, CustomResourceDefinition.class))
                    .fieldManager("quickstart")
                    .serverSideApply();
        } catch (IOException e) {
            throw new Failure("the definition of IngestionBuffer cannot be read", e);
        }
    }

    /// A Redis at an address of its own, so that one that runs on this machine already is not in its way.
    RedisProcess startRedis() throws Failure, InterruptedException {
        var redis = RedisProcess.start(addresses.takePodAddress(), REDIS_PORT, directory.resolve("redis"));
        return opened(redis);
    }

    /// Pods have addresses of their own, but what listens on all addresses of this machine is in their way.
    void requirePorts(int... ports) throws Failure {
        var address = addresses.takePodAddress();
        for (int port : ports) Ports.requireFree(new InetSocketAddress(address, port));
        addresses.givePodAddressBack(address);
    }

    /// Runs pods from now on.
    LocalKubelet startKubelet() {
        var images = new Images(Map.of(RUNTIME_IMAGE, Programs.runtime()));
        var kubelet = LocalKubelet.start(client, nodeDirectory(), addresses, images);
        parts.push(() -> kubelet.close(DRAIN));
        return kubelet;
    }

    /// The real operator, as it runs in a cluster but for its clocks: it looks at the pods each second.
    void startOperator() {
        var settings = new OperatorSettings(
                RUNTIME_IMAGE + ":playground",
                Set.of(),
                false,
                "default",
                0,
                "127.0.0.1",
                OperatorSettings.Pace.PLAYGROUND);
        opened(Headpond.start(settings, client));
    }

    /// Applies all objects of a file, as `kubectl apply --server-side` does. The name of the Redis becomes its address:
    /// there is no DNS here. What was applied stands in the directory under the file's own name.
    void apply(Path manifest, RedisProcess redis) throws Failure {
        var address = redis.address();
        try {
            var text = Files.readString(manifest)
                    .replace(REDIS_NAME, address.getAddress().getHostAddress() + ":" + address.getPort());
            var applied = directory.resolve(String.valueOf(manifest.getFileName()));
            Files.writeString(applied, text);
            for (var object : client.load(Files.newInputStream(applied)).items())
                client.resource(object)
                        .fieldManager("quickstart")
                        .forceConflicts()
                        .serverSideApply();
        } catch (IOException e) {
            throw new Failure("cannot be read: " + manifest, e);
        }
    }

    KubernetesClient client() {
        return client;
    }

    Path kubeconfig() {
        return directory.resolve("kubeconfig");
    }

    URI uri() {
        return apiServer.uri();
    }

    /// Where the buffer of the example takes events.
    static Optional<InetSocketAddress> endpoint(LocalKubelet kubelet) {
        return kubelet.serviceAddress(Buffer.NAMESPACE, Buffer.SERVICE)
                .map(it -> new InetSocketAddress(it, Buffer.PORT));
    }

    @Override
    public void close() {
        while (!parts.isEmpty()) {
            var part = parts.pop();
            try {
                part.close();
            } catch (Exception e) {
                LOG.warn("a part of the playground did not close cleanly", e);
            }
        }
    }
}
