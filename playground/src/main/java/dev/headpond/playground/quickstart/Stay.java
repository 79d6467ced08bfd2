package dev.headpond.playground.quickstart;

import dev.headpond.crds.IngestionBufferStatus;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Keeps the playground running for a person to try out, and shows the buffer's status whenever it changes. Ends by
/// interruption.
final class Stay {
    private static final long POLL_MILLIS = 500;

    private final Console console;
    private final Buffer buffer;
    private final InetSocketAddress endpoint;
    private final Path kubeconfig;

    Stay(Console console, Buffer buffer, InetSocketAddress endpoint, Path kubeconfig) {
        this.console = console;
        this.buffer = buffer;
        this.endpoint = endpoint;
        this.kubeconfig = kubeconfig;
    }

    /// @throws InterruptedException always: that is how it ends
    void watch() throws InterruptedException {
        var url = "http://" + endpoint.getHostString() + ":" + endpoint.getPort() + "/v1/events";
        console.plain("""

                It runs until Ctrl-C. Try it out:
                  curl -i -H 'Content-Type: application/json' -d '{"order":1}' %s
                  export KUBECONFIG=%s
                  kubectl get ib -n shop -w
                  kubectl describe ib orders -n shop
                  kubectl edit ib orders -n shop     # a changed policy rolls the pods
                  kubectl delete ib orders -n shop; kubectl apply -f %s
                """.formatted(url, kubeconfig, kubeconfig.resolveSibling("quickstart.yaml")));
        var last = "";
        while (true) {
            var now = line(buffer.status());
            if (!now.equals(last)) console.say(now);
            last = now;
            Thread.sleep(POLL_MILLIS);
        }
    }

    private String line(IngestionBufferStatus status) {
        var load = status.load();
        var figures = load == null
                ? "no load known"
                : "accepted " + text(load.acceptedPerSecond()) + "/s   delivered " + text(load.deliveredPerSecond())
                        + "/s   depth " + text(load.depth()) + "   refused " + text(load.rateLimited()) + "   sink "
                        + text(load.sink());
        return "pods " + text(status.readyReplicas()) + "/" + text(status.replicas()) + "   " + figures + "   "
                + buffer.diagnosis();
    }

    private static String text(@Nullable Object value) {
        return Objects.toString(value, "-");
    }
}
