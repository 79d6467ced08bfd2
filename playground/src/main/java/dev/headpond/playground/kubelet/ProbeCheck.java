package dev.headpond.playground.kubelet;

import dev.headpond.playground.cluster.Pods;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HTTPGetAction;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Probe;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/// Asks a container once. Knows `httpGet` (plain HTTP) and `tcpSocket`.
final class ProbeCheck {
    private static final int TIMEOUT_SECONDS_DEFAULT = 1;

    private final HttpClient http;
    private final Container container;
    private final String address;

    ProbeCheck(HttpClient http, Container container, String address) {
        this.http = http;
        this.container = container;
        this.address = address;
    }

    static boolean knows(Probe probe) {
        return probe.getHttpGet() != null || probe.getTcpSocket() != null;
    }

    boolean passes(Probe probe) throws InterruptedException {
        var timeout = Duration.ofSeconds(
                Optional.ofNullable(probe.getTimeoutSeconds()).orElse(TIMEOUT_SECONDS_DEFAULT));
        try {
            if (probe.getHttpGet() != null) return answersWell(probe.getHttpGet(), timeout);
            return probe.getTcpSocket() == null || connects(probe.getTcpSocket().getPort(), timeout);
        } catch (IOException _) {
            return false;
        }
    }

    private boolean answersWell(HTTPGetAction get, Duration timeout) throws IOException, InterruptedException {
        var path = Objects.requireNonNullElse(get.getPath(), "/");
        var request = HttpRequest.newBuilder(URI.create("http://" + address + ":" + port(get.getPort()) + path))
                .timeout(timeout);
        get.getHttpHeaders().forEach(it -> request.header(it.getName(), it.getValue()));
        int status = http.send(request.build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
        return status >= 200 && status < 400;
    }

    private boolean connects(IntOrString port, Duration timeout) throws IOException {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, port(port)), (int) timeout.toMillis());
            return true;
        }
    }

    private int port(IntOrString port) throws IOException {
        return Pods.port(container, port)
                .orElseThrow(() -> new IOException("the container names no port " + port.getStrVal()));
    }
}
