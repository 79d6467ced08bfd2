package dev.headpond.playground.kubelet;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProbeTallyTest {
    @Test
    void becomes_ready_with_the_first_success_and_unready_after_three_failures_in_a_row() {
        var tally = new ProbeTally(1, 3, false);
        assertThat(tally.add(false)).isFalse();
        assertThat(tally.add(true)).isTrue();
        assertThat(tally.add(false)).isTrue();
        assertThat(tally.add(false)).isTrue();
        assertThat(tally.add(true)).isTrue();
        assertThat(tally.add(false)).isTrue();
        assertThat(tally.add(false)).isTrue();
        assertThat(tally.add(false)).isFalse();
    }

    @Test
    void restarts_wait_longer_each_time_and_start_over_after_a_good_run() {
        var backoff = new RestartBackoff();
        assertThat(backoff.next(Duration.ZERO)).isEqualTo(Duration.ofMillis(250));
        assertThat(backoff.next(Duration.ZERO)).isEqualTo(Duration.ofMillis(500));
        for (int i = 0; i < 20; i++) backoff.next(Duration.ZERO);
        assertThat(backoff.next(Duration.ZERO)).isEqualTo(Duration.ofSeconds(30));
        assertThat(backoff.next(Duration.ofMinutes(2))).isEqualTo(Duration.ofMillis(250));
    }
}
