package dev.headpond.playground.apiserver;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;

/// A server of its own for one test, and Fabric8's client for it.
final class ClientAndServer implements AutoCloseable {
    final ApiServer server;
    final KubernetesClient client;

    ClientAndServer(ApiServer.Options options) {
        try {
            server = ApiServer.start(InetAddress.getLoopbackAddress(), 0, options);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        client = client(server);
    }

    static KubernetesClient client(ApiServer server) {
        var config = new ConfigBuilder(Config.empty())
                .withMasterUrl(server.uri().toString())
                .withNamespace("default")
                .withRequestRetryBackoffLimit(0)
                .build();
        return new KubernetesClientBuilder().withConfig(config).build();
    }

    @Override
    public void close() {
        client.close();
        server.close();
    }
}
