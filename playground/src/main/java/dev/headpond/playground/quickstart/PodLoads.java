package dev.headpond.playground.quickstart;

import dev.headpond.playground.cluster.Pods;
import dev.headpond.policy.Bounds;
import dev.headpond.policy.LoadReport;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Asks a buffer's pods for their loads, and remembers the last answer of each process: counters of a process that has
/// ended still count.
final class PodLoads {
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private final KubernetesClient client;
    private final String namespace;
    private final String buffer;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
    /// By pod and epoch, in the order in which they were first seen.
    private final Map<Source, LoadReport> last = new LinkedHashMap<>();

    /// @param epoch tells apart the processes that a pod had one after the other
    record Source(String pod, String epoch) {}

    PodLoads(KubernetesClient client, String namespace, String buffer) {
        this.client = client;
        this.namespace = namespace;
        this.buffer = buffer;
    }

    /// Reads all pods once.
    ///
    /// @return the totals over all processes so far
    Totals read() throws InterruptedException {
        int ready = 0;
        for (var pod : client.pods()
                .inNamespace(namespace)
                .withLabel("headpond.dev/buffer", buffer)
                .list()
                .getItems()) {
            if (Pods.isReady(pod)) ready++;
            ask(pod).ifPresent(it -> last.put(new Source(pod.getMetadata().getName(), it.epoch()), it));
        }
        return Totals.of(System.nanoTime() / 1e9, ready, last.values());
    }

    Map<Source, LoadReport> reports() {
        return Map.copyOf(last);
    }

    private Optional<LoadReport> ask(Pod pod) throws InterruptedException {
        var address = pod.getStatus() == null ? null : pod.getStatus().getPodIP();
        if (address == null) return Optional.empty();
        var uri = URI.create("http://" + address + ":" + Bounds.MANAGEMENT_PORT + "/load");
        try {
            var request = HttpRequest.newBuilder(uri).timeout(TIMEOUT).build();
            var answer = http.send(request, HttpResponse.BodyHandlers.ofString());
            return answer.statusCode() == 200 ? LoadReport.parse(answer.body()) : Optional.empty();
        } catch (IOException _) {
            return Optional.empty();
        }
    }
}
