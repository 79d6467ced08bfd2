package dev.headpond.e2e;

import static dev.headpond.e2e.Cluster.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

@Order(8)
@ClusterUnderTest
class UninstallTest {
    @Test
    void uninstallingKeepsTheCrdAndTheBuffersWhichGoOnTakingEvents(Cluster cluster) throws Exception {
        Release release = new Release(cluster).ensure();
        try (Space space = Space.create(cluster, "e2e-uninstall");
                Redis redis = space.startRedis();
                HttpClient http = HttpClient.newHttpClient()) {
            Buffer buffer = space.declare("orders", "").awaitReady();

            release.uninstall();

            await("the operator is gone").until(() -> release.pods().isEmpty());
            assertThat(cluster.kubectl(
                            "get",
                            "clusterrole,clusterrolebinding",
                            "-o",
                            "name",
                            "-l",
                            "app.kubernetes.io/part-of=headpond"))
                    .isEmpty();
            assertThat(cluster.kubectl("get", "crd", Release.CRD, "-o", "name")).isNotBlank();
            var answer = Producer.post(http, buffer.door(), "application/json", BodyPublishers.ofString("{}"));
            assertThat(answer.statusCode()).isEqualTo(202);
            await("it is delivered").until(() -> redis.length("orders") == 1);

            release.ensure();
            buffer.awaitReady().delete();
        }
    }
}
