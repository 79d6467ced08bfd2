package dev.headpond.operator.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headpond.crds.IngestionBufferStatus;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class RoundedTest {
    @Test
    void figuresHaveTwoSignificantDigits() {
        assertThat(Rounded.count(12_345)).isEqualTo(12_000);
        assertThat(Rounded.count(7.4)).isEqualTo(7);
        assertThat(Rounded.percent(0.0812)).isEqualTo("0.081%");
        assertThat(Rounded.percent(12.34)).isEqualTo("12%");
        assertThat(Rounded.percent(100)).isEqualTo("100%");
        assertThat(Rounded.percent(0)).isEqualTo("0%");
        assertThat(Rounded.millis(3.21)).isEqualTo("3.2ms");
        assertThat(Rounded.factor(1.0234)).isEqualTo("1.02");
        assertThat(Rounded.percent(Double.NaN)).isEqualTo("0%");
    }

    @Test
    void figuresWaitFiveSecondsAndFactsDoNot() {
        var standing = status(1, 10);
        assertThat(WriteRhythm.delay(standing, standing, Duration.ZERO)).isNull();
        assertThat(WriteRhythm.delay(status(1, 20), standing, Duration.ofSeconds(2)))
                .isEqualTo(Duration.ofSeconds(3));
        assertThat(WriteRhythm.delay(status(1, 20), standing, Duration.ofSeconds(6)))
                .isEqualTo(Duration.ZERO);
        assertThat(WriteRhythm.delay(status(2, 10), standing, Duration.ZERO)).isEqualTo(Duration.ZERO);
    }

    private static IngestionBufferStatus status(int replicas, long offered) {
        var load = new IngestionBufferStatus.Load(offered, null, null, null, null, null, null, null, null, null, null);
        return new IngestionBufferStatus(1L, replicas, null, null, null, null, null, load, null, null);
    }
}
