package dev.headpond.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

@Order(9)
@ClusterUnderTest
class NamespacedInstallTest {
    @Test
    void withAListOfNamespacesTheOperatorWorksThereWithRolesAlone(Cluster cluster) throws InterruptedException {
        try (Space watched = Space.create(cluster, "e2e-watched");
                Space other = Space.create(cluster, "e2e-other");
                Redis _ = watched.startRedis()) {
            Release release = new Release(cluster).ensure("watchNamespaces={%s}".formatted(watched.name()));
            assertThat(cluster.kubectl(
                            "get",
                            "clusterrole,clusterrolebinding",
                            "-o",
                            "name",
                            "-l",
                            "app.kubernetes.io/part-of=headpond"))
                    .isEmpty();

            Buffer ignored = other.declare("orders", "");
            Buffer buffer = watched.declare("orders", "").awaitReady();

            assertThat(release.log()).doesNotContainIgnoringCase("forbidden");
            TimeUnit.SECONDS.sleep(5);
            assertThat(ignored.resource().getStatus()).isNull();

            buffer.delete();
            ignored.delete();
            release.uninstall();
        }
    }
}
