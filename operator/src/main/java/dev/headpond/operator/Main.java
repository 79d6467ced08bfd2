package dev.headpond.operator;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The operator as a process. It ends with 0 after SIGTERM, 1 when it cannot work or has lost the lease, 2 when it is
/// told nonsense.
public final class Main {
    private static final Logger LOG = LoggerFactory.getLogger(Main.class);
    /// With two retries a renewal of the lease ends before the lease does.
    private static final int REQUEST_TIMEOUT_MILLIS = 5_000;
    private static final int REQUEST_RETRIES_MAX = 2;

    private Main() {}

    static void main() throws InterruptedException {
        var settings = settings();
        var client = client();
        var headpond = start(settings, client);
        var done = new CountDownLatch(1);
        Runtime.getRuntime()
                .addShutdownHook(Thread.ofPlatform().name("shutdown").unstarted(() -> {
                    headpond.close();
                    client.close();
                    done.countDown();
                }));
        LOG.info(
                "Headpond watches {}",
                settings.watchNamespaces().isEmpty() ? "all namespaces" : settings.watchNamespaces());
        done.await();
    }

    private static OperatorSettings settings() {
        try {
            return OperatorSettings.fromEnvironment(System.getenv());
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
            throw e;
        }
    }

    private static KubernetesClient client() {
        var config = new ConfigBuilder(Config.autoConfigure(null))
                .withRequestTimeout(REQUEST_TIMEOUT_MILLIS)
                .withRequestRetryBackoffLimit(REQUEST_RETRIES_MAX)
                .build();
        return new KubernetesClientBuilder().withConfig(config).build();
    }

    private static Headpond start(OperatorSettings settings, KubernetesClient client) {
        try {
            return Headpond.start(settings, client, Main::unable);
        } catch (RuntimeException e) {
            LOG.error("Headpond cannot start", e);
            client.close();
            System.exit(1);
            throw e;
        }
    }

    /// Without the lease another process reconciles already: end at once, and let no shutdown hook write any more.
    private static void unable() {
        LOG.error("This process may not or cannot reconcile any longer and ends");
        Runtime.getRuntime().halt(1);
    }
}
