package dev.headpond.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NotationTest {
    @ParameterizedTest
    @CsvSource({"4Mi, 4194304", "1k, 1000", "0, 0", "1.5Ki, 1536", "0.1Ki, 103", "7, 7", "8Gi, 8589934592"})
    void aSizeIsReadAsKubernetesReadsIt(String text, long bytes) {
        assertThat(ByteSize.parse(text)).isEqualTo(OptionalLong.of(bytes));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Mi", "-1", "4MiB", "1e3", "4 Mi", "99999999999999999999", "9999999999999999999Ti"})
    void whatIsNoSizeIsEmpty(String text) {
        assertThat(ByteSize.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"5ms, 5000000", "1m30s, 90000000000", "2s, 2000000000", "1.5s, 1500000000", "10us, 10000"})
    void aDurationIsReadAsGoReadsIt(String text, long nanos) {
        assertThat(Durations.parse(text)).isEqualTo(Optional.of(Duration.ofNanos(nanos)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "s", "-5s", "5 s", "1d", "9999999999999h", "99999999999h", "999999999h999999999h"})
    void whatIsNoDurationIsEmpty(String text) {
        assertThat(Durations.parse(text)).isEmpty();
    }

    @Test
    void formattingIsTheInverseOfParsing() {
        long seed = System.nanoTime();
        var random = new Random(seed);
        for (int i = 0; i < 10_000; i++) {
            long bytes = random.nextLong(1L << 50) >> random.nextInt(50);
            assertThat(ByteSize.parse(ByteSize.format(bytes)))
                    .as("seed %d", seed)
                    .hasValue(bytes);
            var duration = Duration.ofNanos((random.nextLong(1L << 38) >> random.nextInt(38)) * 1_000);
            assertThat(Durations.parse(Durations.format(duration)))
                    .as("seed %d", seed)
                    .contains(duration);
        }
    }

    @ParameterizedTest
    @CsvSource({"0.12%, 0.0012", "100%, 1", "0%, 0", "5%, 0.05"})
    void aRatioIsWrittenInPercent(String text, double value) {
        assertThat(Ratio.parse(text)).contains(new Ratio(value));
        assertThat(new Ratio(value).percent()).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.12", "101%", "-1%", "%", "1e1%", ".5%"})
    void whatIsNoRatioIsEmpty(String text) {
        assertThat(Ratio.parse(text)).isEmpty();
    }
}
