package dev.headpond.runtime.delivery;

import dev.headpond.policy.RetryPolicy;
import java.util.random.RandomGenerator;

/// The pause before a repeated attempt: uniform between zero and an upper end that grows to a cap. Only the full
/// spread keeps lanes and pods that failed together from coming back together.
final class Backoff {
    private final long initialNanos;
    private final long maxNanos;
    private final int multiplier;
    private final RandomGenerator random;

    Backoff(RetryPolicy policy, RandomGenerator random) {
        initialNanos = policy.initialBackoff().toNanos();
        maxNanos = policy.maxBackoff().toNanos();
        multiplier = policy.multiplier();
        this.random = random;
    }

    /// @param failures attempts that failed in a row, at least 1
    long pauseNanos(int failures) {
        return random.nextLong(upperNanos(failures) + 1);
    }

    /// The bounds keep the product far from overflow: the cap is a minute, the multiplier ten.
    long upperNanos(int failures) {
        long upper = initialNanos;
        for (int i = 1; i < failures && upper < maxNanos && multiplier > 1; i++) {
            upper *= multiplier;
        }
        return Math.min(upper, maxNanos);
    }
}
