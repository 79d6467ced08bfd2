package dev.headpond.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class LeadershipTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private final FakeApi api = new FakeApi();

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void oneOfTwoLeadsAndTheOtherTakesOverWhenItStops() {
        var first = new Leadership();
        var second = new Leadership();
        var lost = new AtomicInteger();
        first.campaign(api.client, "default", "a", () -> {}, lost::incrementAndGet);
        await().atMost(PATIENCE).until(first::leading);
        second.campaign(api.client, "default", "b", () -> {}, lost::incrementAndGet);
        assertThat(second.leading()).isFalse();

        first.close();
        await().atMost(PATIENCE).until(second::leading);
        assertThat(lost).as("to stop is not to lose").hasValue(0);
        second.close();
    }

    @Test
    void whoLosesTheLeaseIsTold() {
        var leadership = new Leadership();
        var lost = new AtomicInteger();
        leadership.campaign(api.client, "default", "a", () -> {}, lost::incrementAndGet);
        await().atMost(PATIENCE).until(leadership::leading);
        api.client
                .resources(Lease.class)
                .inNamespace("default")
                .withName(Leadership.LEASE)
                .edit(lease -> new LeaseBuilder(lease)
                        .editSpec()
                        .withHolderIdentity("b")
                        .endSpec()
                        .build());
        await().atMost(PATIENCE).until(() -> lost.get() == 1);
        assertThat(leadership.leading()).isFalse();
        leadership.close();
    }

    @Test
    void eachProcessHasAnIdentityOfItsOwn() {
        assertThat(Leadership.identity()).isNotEqualTo(Leadership.identity());
    }
}
