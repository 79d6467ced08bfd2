package dev.headpond.runtime.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headpond.runtime.TestPolicies;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Backoff, budget and breaker: when an attempt may be repeated.
class RetryTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1000 * MILLI;
    private static final long SEED = 11;

    private final SplittableRandom random = new SplittableRandom(SEED);

    @Test
    void theUpperEndOfThePauseDoublesToItsCap() {
        var backoff = new Backoff(TestPolicies.of("", 1).retry(), random);
        assertThat(LongStream.rangeClosed(1, 6).map(i -> backoff.upperNanos((int) i) / MILLI))
                .containsExactly(50L, 100L, 200L, 400L, 500L, 500L);
        assertThat(backoff.upperNanos(Integer.MAX_VALUE)).isEqualTo(500 * MILLI);
    }

    @Test
    void pausesSpreadOverTheWholeRange() {
        var backoff = new Backoff(TestPolicies.of("", 1).retry(), random);
        var pauses = LongStream.range(0, 10_000).map(_ -> backoff.pauseNanos(3)).summaryStatistics();
        assertThat(pauses.getMin()).as("seed " + SEED).isBetween(0L, 2 * MILLI);
        assertThat(pauses.getMax()).as("seed " + SEED).isBetween(198 * MILLI, 200 * MILLI);
        assertThat(pauses.getAverage()).as("seed " + SEED).isBetween(97.0 * MILLI, 103.0 * MILLI);
    }

    @Test
    void theBudgetIsAShareOfFirstAttemptsAndOneASecondForEachLane() {
        var budget = new RetryBudget(10, 2, 0);
        assertThat(taken(budget, 0)).as("one for each lane at first").isEqualTo(2);
        assertThat(budget.waitNanos(0)).isEqualTo(SECOND / 2);
        for (int i = 0; i < 30; i++) {
            budget.firstAttempt();
        }
        assertThat(taken(budget, 0)).isEqualTo(3);
        assertThat(taken(budget, 3 * SECOND)).isEqualTo(6);
    }

    @Test
    void aLongCalmSavesUpNoMoreThanTenSeconds() {
        var budget = new RetryBudget(100, 2, 0);
        for (int i = 0; i < 1000; i++) {
            budget.firstAttempt();
        }
        assertThat(taken(budget, Long.MAX_VALUE / 2)).isEqualTo(20);
    }

    @Test
    void theWaitForTheBudgetIsExactlyEnough() {
        var budget = new RetryBudget(1, 3, 0);
        assertThat(taken(budget, 0)).isEqualTo(3);
        long wait = budget.waitNanos(0);
        assertThat(budget.tryTake(wait - 1)).isFalse();
        assertThat(budget.tryTake(wait)).isTrue();
    }

    private static int taken(RetryBudget budget, long now) {
        int taken = 0;
        while (budget.tryTake(now)) {
            taken++;
        }
        return taken;
    }

    @Test
    void theBreakerOpensOnFiveFailuresInARowAndNotBefore() {
        var breaker = new Breaker(500 * MILLI, random);
        fail(breaker, 4);
        breaker.succeeded();
        fail(breaker, 4);
        assertThat(breaker.closed()).isTrue();
        assertThat(breaker.failed(false)).isBetween(250 * MILLI, 500 * MILLI);
        assertThat(breaker.closed()).isFalse();
    }

    @Test
    void aFailedProbeOpensItForLongerUpToFiveSeconds() {
        var breaker = new Breaker(500 * MILLI, random);
        fail(breaker, 4);
        breaker.failed(false);
        for (long upper : new long[] {1000, 2000, 4000, 5000, 5000}) {
            breaker.halfOpen();
            assertThat(breaker.failed(false)).as("only the probe counts").isZero();
            assertThat(breaker.failed(true)).isBetween(upper / 2 * MILLI, upper * MILLI);
        }
        assertThat(breaker.succeeded()).isTrue();
        assertThat(breaker.closed()).isTrue();
    }

    @Test
    void aMisconfigurationOpensItAtOnceAndIsProbedEachFiveSeconds() {
        var breaker = new Breaker(500 * MILLI, random);
        assertThat(breaker.misconfigured(false)).isEqualTo(5 * SECOND);
        assertThat(breaker.misconfigured(false))
                .as("another lane finds the same")
                .isZero();
        breaker.halfOpen();
        assertThat(breaker.misconfigured(true)).isEqualTo(5 * SECOND);
    }

    private static void fail(Breaker breaker, int times) {
        for (int i = 0; i < times; i++) {
            assertThat(breaker.failed(false)).isZero();
        }
    }

    @Test
    void aTimeIntegralIsExactHoweverRarelyItIsRead() {
        var integral = new TimeIntegral(-SECOND);
        integral.set(10, 0);
        integral.set(4, 2 * SECOND);
        assertThat(integral.upTo(5 * SECOND)).isEqualTo(32);
        assertThat(integral.upTo(6 * SECOND)).isEqualTo(36);
    }
}
