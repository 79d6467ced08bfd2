package dev.headpond.e2e;

import static dev.headpond.e2e.Cluster.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.SortedSet;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

@Order(7)
@ClusterUnderTest
class DeletionTest {
    @Test
    void deletingABufferLeavesNothingBehind(Cluster cluster) {
        new Release(cluster).ensure();
        try (Space space = Space.create(cluster, "e2e-deletion");
                Redis _ = space.startRedis()) {
            SortedSet<String> before = space.objects();
            Buffer buffer = space.declare("orders", "").awaitReady();
            assertThat(space.objects()).hasSizeGreaterThan(before.size() + 5);

            buffer.delete();

            await("all that was made is gone")
                    .untilAsserted(() -> assertThat(space.objects()).isEqualTo(before));
        }
    }
}
