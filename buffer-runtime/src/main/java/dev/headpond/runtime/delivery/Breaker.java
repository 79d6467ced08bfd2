package dev.headpond.runtime.delivery;

import java.util.random.RandomGenerator;

/// Stops writing to a sink that fails, and lets one small batch find out when it is back.
///
/// Closed → open after five failed attempts in a row over all lanes, or at once on a misconfiguration → half-open when
/// the pause is over: one probe → closed on any success, else open again. Pauses double up to 5 s, half fixed and half
/// drawn, so that pods do not probe together.
final class Breaker {
    static final int FAILURES_TO_OPEN = 5;
    static final long PAUSE_NANOS_MAX = 5_000_000_000L;
    /// Until a person has changed something there is no hurry.
    static final long MISCONFIGURED_PAUSE_NANOS = 5_000_000_000L;

    private enum State {
        CLOSED,
        OPEN,
        HALF_OPEN
    }

    private final long pauseNanosMin;
    private final RandomGenerator random;
    private State state = State.CLOSED;
    private int failuresInRow;
    private long pauseNanos;

    /// @param pauseNanosMin upper end of the first pause
    Breaker(long pauseNanosMin, RandomGenerator random) {
        this.pauseNanosMin = Math.min(pauseNanosMin, PAUSE_NANOS_MAX);
        this.random = random;
        pauseNanos = this.pauseNanosMin;
    }

    boolean closed() {
        return state == State.CLOSED;
    }

    /// The pause is over: one probe may go.
    void halfOpen() {
        assert state == State.OPEN;
        state = State.HALF_OPEN;
    }

    /// The sink took something: all is forgotten.
    ///
    /// @return whether the breaker was open until now
    boolean succeeded() {
        boolean wasOpen = state != State.CLOSED;
        state = State.CLOSED;
        failuresInRow = 0;
        pauseNanos = pauseNanosMin;
        return wasOpen;
    }

    /// An attempt failed.
    ///
    /// @param probe whether it was the half-open one
    /// @return the pause before the next probe where this failure opened the breaker (again), else 0
    long failed(boolean probe) {
        failuresInRow++;
        boolean opens = state == State.CLOSED ? failuresInRow >= FAILURES_TO_OPEN : probe;
        return opens ? open() : 0;
    }

    /// As [#failed], for a sink that will refuse everything.
    long misconfigured(boolean probe) {
        failuresInRow++;
        if (state != State.CLOSED && !probe) {
            return 0;
        }
        state = State.OPEN;
        return MISCONFIGURED_PAUSE_NANOS;
    }

    private long open() {
        state = State.OPEN;
        long upper = pauseNanos;
        pauseNanos = Math.min(PAUSE_NANOS_MAX, pauseNanos * 2);
        return upper / 2 + random.nextLong(upper / 2 + 1);
    }
}
