package dev.headpond.operator.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class ProgressTest {
    private final AtomicLong nanos = new AtomicLong();
    private final Progress progress = new Progress(Duration.ofMinutes(3), nanos::get);

    private void later(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Test
    void toBeIdleIsNoFault() {
        later(Duration.ofDays(1));
        assertThat(progress.stuck()).isEmpty();
    }

    @Test
    void aPassThatDoesNotEndIsStuck() {
        progress.began("shop/orders");
        later(Duration.ofMinutes(3));
        assertThat(progress.stuck()).isEmpty();
        later(Duration.ofSeconds(1));
        assertThat(progress.stuck()).contains("shop/orders");
        progress.ended("shop/orders");
        assertThat(progress.stuck()).isEmpty();
    }

    @Test
    void aPassThatIsAskedForAndDoesNotBeginIsStuckWhateverIsAskedLater() {
        progress.asked("shop/orders");
        later(Duration.ofMinutes(2));
        progress.asked("shop/orders");
        later(Duration.ofMinutes(2));
        assertThat(progress.stuck()).contains("shop/orders");
        progress.forget("shop/orders");
        assertThat(progress.stuck()).isEmpty();
    }
}
