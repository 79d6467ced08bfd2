package dev.headpond.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/// An alert on a metric that nobody exports never fires, and nobody notices.
@Order(7)
@ClusterUnderTest
class AlertsTest {
    private static final Pattern METRIC = Pattern.compile("\\bheadpond_[a-z_]+");

    @Test
    void everyMetricThatAnAlertReadsIsExported(Cluster cluster) throws IOException {
        Release release = new Release(cluster).ensure();
        try (Space space = Space.create(cluster, "e2e-alerts");
                Redis _ = space.startRedis()) {
            Buffer buffer = space.declare("orders", "").awaitReady();
            String pod = buffer.pods().getFirst().getMetadata().getName();
            String page = Objects.requireNonNull(cluster.client()
                    .raw("/api/v1/namespaces/%s/pods/%s:9090/proxy/metrics".formatted(space.name(), pod)));

            Set<String> exported = metrics(release.metrics().page() + page);
            assertThat(exported).containsAll(metricsOfAlerts());
        }
    }

    private static Set<String> metricsOfAlerts() throws IOException {
        return metrics(Files.readString(Cluster.REPOSITORY.resolve("charts/headpond/files/alerts.yaml")));
    }

    private static Set<String> metrics(String text) {
        return METRIC.matcher(text).results().map(MatchResult::group).collect(Collectors.toCollection(TreeSet::new));
    }
}
