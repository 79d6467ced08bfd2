package dev.headpond.runtime.delivery;

/// How many repeated attempts the sink may get: a share of the first attempts, and one a second for each lane so that
/// a pod without new events still comes through. When it is spent, lanes hold their batches until there is some again.
///
/// Counted in billionths of an attempt, so that no share is rounded.
final class RetryBudget {
    private static final long BILLION = 1_000_000_000L;
    /// What may be saved up, in seconds' worth of the trickle: a long calm does not pay for a storm.
    static final int SAVED_SECONDS_MAX = 10;

    private final long perFirstAttempt;
    private final long lanes;
    private final long savedMax;
    private long saved;
    private long atNanos;

    /// Begins with one attempt for each lane.
    RetryBudget(int budgetPercent, int lanes, long nowNanos) {
        perFirstAttempt = budgetPercent * (BILLION / 100);
        this.lanes = lanes;
        savedMax = this.lanes * SAVED_SECONDS_MAX * BILLION;
        saved = this.lanes * BILLION;
        atNanos = nowNanos;
    }

    void firstAttempt() {
        saved = Math.min(savedMax, saved + perFirstAttempt);
    }

    /// Takes one repeated attempt if there is one.
    boolean tryTake(long nowNanos) {
        earn(nowNanos);
        if (saved < BILLION) {
            return false;
        }
        saved -= BILLION;
        return true;
    }

    /// Time until the trickle alone has paid for one attempt; at least 1 after a refusal.
    long waitNanos(long nowNanos) {
        earn(nowNanos);
        return Math.ceilDiv(Math.max(0, BILLION - saved), lanes);
    }

    /// A nanosecond earns a billionth for each lane; over the cap the time does not matter, which bounds the product.
    private void earn(long nowNanos) {
        long elapsed = Math.min(nowNanos - atNanos, SAVED_SECONDS_MAX * BILLION);
        if (elapsed > 0) {
            saved = Math.min(savedMax, saved + elapsed * lanes);
            atNanos = nowNanos;
        }
    }
}
