package dev.headpond.runtime.delivery;

import dev.headpond.runtime.delivery.Loop.Timer;
import dev.headpond.runtime.ring.EventRing;
import dev.headpond.runtime.ring.RingBatch;
import dev.headpond.runtime.sink.Batch;
import java.nio.ByteBuffer;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// One writer: the cut that it holds, and how far the sink is known to have it.
///
/// A batch number stands for the place where a write begins, never for its length. All attempts under one number
/// begin with the same event; only their length differs: whole at first, short for a probe, halved and halved again
/// to find a poisoned event. A sink that remembers the last number and how many events of it are applied can
/// therefore never apply one twice, also when an attempt without an answer had been applied in part. A new number
/// is given only behind an event that the sink refuses, since nothing behind that one can have been applied.
///
///     0          first        first+good        first+bad       count
///     |  settled   | acknowledged  |  the poison is    |           |
///     |            | (this number) |  in here (if bad) |           |
final class Lane {
    enum State {
        IDLE,
        IN_FLIGHT,
        /// Waits for the pause after a failure.
        BACKING_OFF,
        /// Waits for the retry budget.
        OUT_OF_BUDGET,
        /// Waits for the breaker.
        HELD
    }

    /// A probe is small: enough to be real, too little to hurt a sink that comes up.
    static final int PROBE_EVENTS_MAX = 10;

    private static final int NONE = Integer.MAX_VALUE;

    final int index;
    final RingBatch cut = new RingBatch();
    State state = State.IDLE;

    @Nullable
    Timer timer;

    int failures;
    long sentNanos;
    /// Tells the answers of attempts apart.
    long attempt;
    /// While the sink's `write` has not returned.
    boolean writing;

    private long number;
    private boolean numberIsNew;
    private int first;
    private int good;
    private int bad = NONE;
    private int sent;
    private String poisonReason = "";

    Lane(int index) {
        this.index = index;
    }

    /// Starts on the events that now stand in [#cut].
    void begin() {
        failures = 0;
        startAt(0);
    }

    private void startAt(int event) {
        first = event;
        good = 0;
        bad = NONE;
        if (first < cut.count()) {
            number++;
            numberIsNew = true;
        }
    }

    long number() {
        return number;
    }

    /// What to write next under [#number].
    ///
    /// @param probe to be kept short
    Batch next(EventRing ring, boolean probe) {
        int whole = bad == NONE ? cut.count() - first : (good + bad) / 2;
        sent = probe ? Math.min(whole, good + PROBE_EVENTS_MAX) : whole;
        return new Prefix(ring, cut, first, sent, bytes(sent));
    }

    /// Whether the next attempt is the first one of its number; false from then on.
    boolean takeFirstAttempt() {
        boolean was = numberIsNew;
        numberIsNew = false;
        return was;
    }

    /// The sink has all that was sent.
    ///
    /// @return how many events are newly settled
    int acknowledged() {
        int fresh = sent - good;
        good = sent;
        return fresh;
    }

    /// The sink refuses an event of what was sent.
    void poisoned(String reason) {
        bad = sent;
        poisonReason = reason;
    }

    String poisonReason() {
        return poisonReason;
    }

    boolean numberIsNew() {
        return numberIsNew;
    }

    /// Whether the poisoned event is known: it is [#poison].
    boolean poisonFound() {
        return bad == good + 1;
    }

    int poison() {
        return first + good;
    }

    void skipPoison() {
        startAt(first + good + 1);
    }

    boolean finished() {
        return first + good == cut.count();
    }

    /// Where the ring must still be kept from: a repeat begins at `first`.
    long keptFrom() {
        return first == 0 ? cut.startPosition() : cut.position(first);
    }

    /// Throws where the ring has given back what this lane may have to repeat.
    void requireKept(EventRing ring) {
        if (state != State.IDLE && keptFrom() < ring.delivered()) {
            throw new IllegalStateException("lane " + index + " needs all from " + keptFrom() + " on: " + ring);
        }
    }

    /// Gives up what it holds.
    void letGo() {
        cancelTimer();
        state = State.IDLE;
    }

    int unsettled() {
        return state == State.IDLE ? 0 : cut.count() - first - good;
    }

    LongStream unsettledPositions() {
        return LongStream.range(cut.count() - unsettled(), cut.count()).map(i -> cut.position((int) i));
    }

    void cancelTimer() {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
    }

    private long bytes(int count) {
        if (count == cut.count()) {
            return cut.payloadBytes();
        }
        long bytes = 0;
        for (int i = 0; i < count; i++) {
            bytes += cut.length(first + i);
        }
        return bytes;
    }

    /// `count` events of a cut from `first` on.
    private record Prefix(EventRing ring, RingBatch cut, int first, int count, long bytes) implements Batch {
        @Override
        public ByteBuffer event(int index) {
            int event = first + index;
            return ring.payload(cut.position(event), cut.length(event));
        }
    }
}
