package dev.headpond.runtime.admission;

/// A token bucket counted in events, on a monotonic clock that is given with each call.
///
/// This is GCRA: instead of tokens it keeps when the last admitted event would have arrived at the steady rate. That
/// moment is kept as the debt that is still to be worked off, in billionths of an event, so that no rate is rounded:
/// one nanosecond at `r` events/s pays back exactly `r` billionths. A refusal changes nothing.
///
/// The largest debt is the burst: 10^7 events (the policy's bound) are 10^16 billionths, far from overflow.
public final class TokenBucket {
    private static final long BILLION = 1_000_000_000L;

    private final long eventsPerSecond;
    private final long burst;
    private long debtBillionths;
    private long atNanos;

    /// A rested bucket.
    public TokenBucket(long eventsPerSecond, long burst, long nowNanos) {
        this.eventsPerSecond = eventsPerSecond;
        this.burst = burst;
        this.atNanos = nowNanos;
    }

    /// Nanoseconds until so many events would be admitted if nobody else came; 0 when they would be now.
    ///
    /// @param events 1 to the burst: more would never be admitted
    public long waitNanos(long events, long nowNanos) {
        if (events < 1 || events > burst) {
            throw new IllegalArgumentException(events + " events can never be admitted by a burst of " + burst);
        }
        long over = debtAt(nowNanos) + (events - burst) * BILLION;
        return over <= 0 ? 0 : Math.ceilDiv(over, eventsPerSecond);
    }

    /// Takes the tokens of events for which [#waitNanos] is 0 now.
    public void take(long events, long nowNanos) {
        assert waitNanos(events, nowNanos) == 0;
        debtBillionths = debtAt(nowNanos) + events * BILLION;
        atNanos = nowNanos - atNanos > 0 ? nowNanos : atNanos;
    }

    /// Events that would be admitted now.
    public long tokens(long nowNanos) {
        return burst - Math.ceilDiv(debtAt(nowNanos), BILLION);
    }

    public long burst() {
        return burst;
    }

    /// A clock that stands still or goes back pays nothing; the product cannot overflow because it is under the debt.
    private long debtAt(long nowNanos) {
        long elapsed = nowNanos - atNanos;
        if (elapsed <= 0) {
            return debtBillionths;
        }
        return elapsed > debtBillionths / eventsPerSecond ? 0 : debtBillionths - elapsed * eventsPerSecond;
    }
}
