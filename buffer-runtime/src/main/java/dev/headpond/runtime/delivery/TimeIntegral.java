package dev.headpond.runtime.delivery;

/// The area under a value that changes in steps, in value times seconds: exact, however rarely it is read.
public final class TimeIntegral {
    private double area;
    private long value;
    private long sinceNanos;

    public TimeIntegral(long nowNanos) {
        sinceNanos = nowNanos;
    }

    /// The value is another from now on.
    public void set(long value, long nowNanos) {
        area = upTo(nowNanos);
        sinceNanos = nowNanos;
        this.value = value;
    }

    /// The area from the start until now.
    public double upTo(long nowNanos) {
        return area + value * ((nowNanos - sinceNanos) / 1e9);
    }
}
