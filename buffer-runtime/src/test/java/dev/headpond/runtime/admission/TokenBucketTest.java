package dev.headpond.runtime.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TokenBucketTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void aRestedBucketAdmitsItsBurstAndNoMore() {
        var bucket = new TokenBucket(1000, 50, 0);
        assertThat(bucket.waitNanos(50, 0)).isZero();
        bucket.take(50, 0);
        assertThat(bucket.tokens(0)).isZero();
        assertThat(bucket.waitNanos(1, 0)).isEqualTo(SECOND / 1000);
    }

    @Test
    void theWaitItNamesIsExactlyEnough() {
        var bucket = new TokenBucket(7, 10, 0);
        bucket.take(10, 0);
        long wait = bucket.waitNanos(3, 0);
        assertThat(bucket.waitNanos(3, wait - 1)).isEqualTo(1);
        assertThat(bucket.waitNanos(3, wait)).isZero();
    }

    @Test
    void aRefusalCostsNothing() {
        var bucket = new TokenBucket(10, 10, 0);
        bucket.take(8, 0);
        for (int i = 0; i < 100; i++) {
            assertThat(bucket.waitNanos(5, 0)).isPositive();
        }
        assertThat(bucket.waitNanos(2, 0)).isZero();
    }

    @Test
    void aClockThatGoesBackPaysNothingAndBreaksNothing() {
        var bucket = new TokenBucket(10, 10, 5 * SECOND);
        bucket.take(10, 5 * SECOND);
        assertThat(bucket.tokens(0)).isZero();
        assertThat(bucket.tokens(6 * SECOND)).isEqualTo(10);
    }

    @Test
    void moreThanTheBurstIsABugOfTheCaller() {
        assertThatThrownBy(() -> new TokenBucket(10, 10, 0).waitNanos(11, 0)).hasMessageContaining("burst of 10");
    }

    /// Against a model that counts tokens in exact fractions, from 1 to 1 000 000 events/s, over clocks that overflow.
    @Test
    void itAgreesWithABucketOfExactFractions() {
        for (long seed = 1; seed <= 500; seed++) {
            compare(seed);
        }
    }

    private static void compare(long seed) {
        var random = new SplittableRandom(seed);
        long rate = 1 + random.nextLong(random.nextBoolean() ? 10 : 1_000_000);
        long burst = 1 + random.nextLong(rate * 10);
        long start = random.nextBoolean() ? Long.MAX_VALUE - SECOND : random.nextLong();
        var bucket = new TokenBucket(rate, burst, start);
        var model = new ExactBucket(rate, burst);
        long elapsed = 0;
        for (int i = 0; i < 200; i++) {
            long step = random.nextLong(random.nextInt(20) == 0 ? 100 * SECOND : 2 * SECOND / rate + 2);
            elapsed += step;
            model.pass(step);
            long events = 1 + random.nextLong(random.nextBoolean() ? burst : Math.min(burst, 3));
            long now = start + elapsed;
            if (bucket.tokens(now) != model.tokens() || bucket.waitNanos(events, now) != model.waitNanos(events)) {
                fail("seed %d, step %d: %d events of a burst of %d".formatted(seed, i, events, burst));
            }
            if (bucket.waitNanos(events, now) == 0) {
                bucket.take(events, now);
                model.take(events);
            }
        }
    }

    /// Tokens in billionths, without bound on the numbers.
    private static final class ExactBucket {
        private static final BigInteger BILLION = BigInteger.valueOf(SECOND);
        private final BigInteger rate;
        private final BigInteger full;
        private BigInteger tokens;

        ExactBucket(long rate, long burst) {
            this.rate = BigInteger.valueOf(rate);
            full = BigInteger.valueOf(burst).multiply(BILLION);
            tokens = full;
        }

        void pass(long nanos) {
            tokens = full.min(tokens.add(rate.multiply(BigInteger.valueOf(nanos))));
        }

        long tokens() {
            return tokens.divide(BILLION).longValueExact();
        }

        long waitNanos(long events) {
            var lacking = BigInteger.valueOf(events).multiply(BILLION).subtract(tokens);
            return lacking.signum() <= 0
                    ? 0
                    : lacking.add(rate).subtract(BigInteger.ONE).divide(rate).longValueExact();
        }

        void take(long events) {
            tokens = tokens.subtract(BigInteger.valueOf(events).multiply(BILLION));
        }
    }
}
