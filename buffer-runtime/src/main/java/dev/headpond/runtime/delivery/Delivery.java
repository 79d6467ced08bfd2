package dev.headpond.runtime.delivery;

import dev.headpond.policy.BatchPolicy;
import dev.headpond.policy.LoadReport.SinkView.Health;
import dev.headpond.policy.Policy;
import dev.headpond.runtime.admission.HighWaterGate;
import dev.headpond.runtime.admission.Intake.Settled;
import dev.headpond.runtime.delivery.Lane.State;
import dev.headpond.runtime.delivery.Loop.Timer;
import dev.headpond.runtime.ring.EventRing;
import dev.headpond.runtime.ring.RingBatch;
import dev.headpond.runtime.sink.Outcome;
import dev.headpond.runtime.sink.Sink;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// Takes events from the ring in batches and sees each one through: delivered, dead-lettered, or still held.
///
/// An idle lane takes a batch when one is full, when its oldest event has waited maxDelay, at the high-water mark, in a
/// drain, and at once when nothing is in flight: waiting for more then would only add latency. "At once" is the end of
/// the loop's turn, so that what one burst of reads brought goes together.
///
/// This is the only retry loop between door and sink. Nothing is ever dropped here: a lane that may not repeat its
/// batch yet (pause, budget, breaker) holds it, the ring fills behind it, and the door says so.
///
/// The shard's thread owns all of it.
public final class Delivery {
    private final EventRing ring;
    private final HighWaterGate gate;
    private final Sink sink;
    private final Loop loop;
    private final DeadLetters deadLetters;
    private final DeliveryListener listener;
    private final Runnable depthChanged;
    private final OwnerThread owner;

    private final BatchPolicy batch;
    private final long maxDelayNanos;
    private final Lane[] lanes;
    private final Backoff backoff;
    private final RetryBudget budget;
    private final Breaker breaker;
    private final Waiters waiters = new Waiters();
    private final Tally tally;

    private int busyLanes;
    private boolean turnScheduled;
    private boolean draining;
    private boolean stopped;
    private @Nullable Timer linger;
    private @Nullable Timer probeTimer;
    private @Nullable Lane probing;

    /// @param depthChanged is run after the ring's depth in events or bytes has become less
    public Delivery(
            Policy policy,
            EventRing ring,
            HighWaterGate gate,
            Sink sink,
            Loop loop,
            RandomGenerator random,
            DeadLetters deadLetters,
            DeliveryListener listener,
            OwnerThread owner,
            Runnable depthChanged) {
        this.ring = ring;
        this.gate = gate;
        this.sink = sink;
        this.loop = loop;
        this.deadLetters = deadLetters;
        this.listener = listener;
        this.owner = owner;
        this.depthChanged = depthChanged;
        batch = policy.batch();
        maxDelayNanos = batch.maxDelay().toNanos();
        int count = policy.sink().lanes();
        lanes = new Lane[count];
        Arrays.setAll(lanes, Lane::new);
        backoff = new Backoff(policy.retry(), random);
        budget = new RetryBudget(policy.retry().budgetPercent(), count, loop.nanoTime());
        breaker = new Breaker(policy.retry().maxBackoff().toNanos(), random);
        tally = new Tally(count, loop.nanoTime());
    }

    /// To be called after each append. Cheap: at most one task for each turn of the loop.
    public void appended() {
        boolean lingers = linger != null && !full() && !gate.closed();
        if (turnScheduled || stopped || lingers || busyLanes == lanes.length || !breaker.closed()) {
            return;
        }
        turnScheduled = true;
        loop.schedule(0, this::endOfTurn);
    }

    /// Tells `settled` when all events in `[startPosition, endPosition)` are settled.
    public void await(long startPosition, long endPosition, Settled settled) {
        waiters.add(startPosition, endPosition, settled);
    }

    /// From now on every event goes as soon as a lane is idle.
    public void drain() {
        draining = true;
        pump();
    }

    /// Counts all that is not settled as lost and tells the waiters. Answers that still come are ignored.
    public void giveUp() {
        stopped = true;
        cancel(linger);
        cancel(probeTimer);
        tally.lostEvents += unsettledEvents();
        waiters.lost(Arrays.stream(lanes).flatMapToLong(Lane::unsettledPositions));
        waiters.lost(readAllUnread());
        for (var lane : lanes) {
            lane.letGo();
        }
        busyLanes = 0;
        tally.noneInFlight(loop.nanoTime());
        advance();
    }

    private LongStream readAllUnread() {
        var rest = new RingBatch();
        ring.read(Integer.MAX_VALUE, Long.MAX_VALUE, rest);
        return LongStream.range(0, rest.count()).map(i -> rest.position((int) i));
    }

    /// Events that are in the ring and neither delivered nor dead-lettered.
    public long unsettledEvents() {
        long held = ring.unreadEvents();
        for (var lane : lanes) {
            held += lane.unsettled();
        }
        return held;
    }

    public Tally tally() {
        return tally;
    }

    /// Throws where the counts contradict each other.
    public void requireConsistent() {
        tally.requireConsistent();
        ring.requireOrdered();
        for (var lane : lanes) {
            lane.requireKept(ring);
        }
        if (unsettledEvents() == 0 && ring.depthBytes() != 0) {
            throw new IllegalStateException("nothing waits, and yet bytes are held: " + ring);
        }
    }

    private void endOfTurn() {
        turnScheduled = false;
        pump();
    }

    // Cutting

    private void pump() {
        assert owner.isCurrent();
        if (stopped) {
            return;
        }
        while (breaker.closed() && busyLanes < lanes.length && mayCut()) {
            cut(idleLane());
        }
        armLinger();
    }

    private boolean mayCut() {
        return ring.unreadEvents() > 0
                && (busyLanes == 0 || draining || gate.closed() || full() || oldestWaitedNanos() >= maxDelayNanos);
    }

    private boolean full() {
        return ring.unreadEvents() >= batch.maxEvents() || ring.unreadPayloadBytes() >= batch.maxBytes();
    }

    private long oldestWaitedNanos() {
        return loop.nanoTime() - ring.oldestUnreadNanos();
    }

    private Lane idleLane() {
        for (var lane : lanes) {
            if (lane.state == State.IDLE) {
                return lane;
            }
        }
        throw new IllegalStateException(busyLanes + " lanes are busy, and yet none is idle");
    }

    private void cut(Lane lane) {
        ring.read(batch.maxEvents(), batch.maxBytes(), lane.cut);
        lane.begin();
        busyLanes++;
        listener.batchCut(lane.cut.count(), lane.cut.payloadBytes());
        write(lane, false);
    }

    private void armLinger() {
        cancel(linger);
        linger = null;
        if (ring.unreadEvents() > 0 && busyLanes < lanes.length && breaker.closed()) {
            linger = loop.schedule(Math.max(0, maxDelayNanos - oldestWaitedNanos()), this::pump);
        }
    }

    // Writing

    private void write(Lane lane, boolean probe) {
        long now = loop.nanoTime();
        if (lane.takeFirstAttempt()) {
            tally.firstAttempts++;
            budget.firstAttempt();
        }
        tally.sent(now);
        lane.state = State.IN_FLIGHT;
        lane.sentNanos = now;
        long attempt = ++lane.attempt;
        lane.writing = true;
        try {
            sink.write(lane.index, lane.number(), lane.next(ring, probe), outcome -> answered(lane, attempt, outcome));
        } catch (RuntimeException e) {
            var outcome = new Outcome.Ambiguous("the sink's own code failed: " + e);
            loop.schedule(0, () -> answered(lane, attempt, outcome));
        } finally {
            lane.writing = false;
        }
    }

    /// A sink that answers within `write` is heard in the next turn, so that no answer runs inside another.
    private void answered(Lane lane, long attempt, Outcome outcome) {
        assert owner.isCurrent();
        if (lane.writing) {
            loop.schedule(0, () -> answered(lane, attempt, outcome));
            return;
        }
        if (stopped) {
            return;
        }
        if (lane.attempt != attempt || lane.state != State.IN_FLIGHT) {
            throw new IllegalStateException(
                    "the sink answered attempt " + attempt + " of lane " + lane.index + " twice");
        }
        long now = loop.nanoTime();
        tally.ended(outcome, now - lane.sentNanos, now);
        listener.sinkAnswered(now - lane.sentNanos, outcome);
        settle(lane, outcome);
        pump();
    }

    private void settle(Lane lane, Outcome outcome) {
        switch (outcome) {
            case Outcome.Delivered _ -> delivered(lane);
            case Outcome.Poison(var reason) -> poisoned(lane, reason);
            case Outcome.Retryable(var reason) -> failed(lane, Health.FAILING, reason);
            case Outcome.Ambiguous(var reason) -> failed(lane, Health.FAILING, reason);
            case Outcome.Misconfigured(var reason) -> failed(lane, Health.MISCONFIGURED, reason);
        }
    }

    private void delivered(Lane lane) {
        tally.deliveredEvents += lane.acknowledged();
        sinkWorks(lane);
        goOn(lane);
    }

    /// A refused event is no failure of the sink, and looking for it is bounded (ten writes), so neither breaker nor
    /// budget have a say in it.
    private void poisoned(Lane lane, String reason) {
        lane.poisoned(reason);
        sinkWorks(lane);
        goOn(lane);
    }

    private void goOn(Lane lane) {
        if (lane.poisonFound()) {
            deadLetter(lane);
        }
        if (lane.finished()) {
            lane.state = State.IDLE;
            busyLanes--;
        } else {
            tally.continuations += lane.numberIsNew() ? 0 : 1;
            write(lane, false);
        }
        advance();
    }

    private void deadLetter(Lane lane) {
        int poison = lane.poison();
        long position = lane.cut.position(poison);
        deadLetters.give(ring.payload(position, lane.cut.length(poison)), lane.poisonReason());
        tally.deadLetteredEvents++;
        waiters.deadLettered(position);
        lane.skipPoison();
    }

    /// Lanes settle their cuts out of order; only what is settled without a gap is given back.
    private void advance() {
        long position = ring.readPosition();
        for (var lane : lanes) {
            if (lane.state != State.IDLE) {
                position = Math.min(position, lane.keptFrom());
            }
        }
        ring.deliveredTo(position);
        depthChanged.run();
        waiters.deliveredTo(position);
    }

    // Failing

    private void sinkWorks(Lane lane) {
        lane.failures = 0;
        tally.health(Health.OK, "");
        if (breaker.succeeded()) {
            cancel(probeTimer);
            probing = null;
            resumeHeld();
        }
    }

    /// Not all in the same moment: the sink has just come back.
    private void resumeHeld() {
        for (var lane : lanes) {
            if (lane.state == State.HELD) {
                pause(lane, State.BACKING_OFF, backoff.pauseNanos(1));
            }
        }
    }

    private void failed(Lane lane, Health health, String reason) {
        tally.health(health, reason);
        lane.failures++;
        boolean probe = lane == probing;
        long probePause = health == Health.MISCONFIGURED ? breaker.misconfigured(probe) : breaker.failed(probe);
        if (probePause > 0) {
            probing = null;
            holdWaiting();
            probeTimer = loop.schedule(probePause, this::probe);
        }
        if (breaker.closed()) {
            pause(lane, State.BACKING_OFF, backoff.pauseNanos(lane.failures));
        } else {
            lane.state = State.HELD;
        }
    }

    private void pause(Lane lane, State state, long nanos) {
        lane.state = state;
        lane.timer = loop.schedule(nanos, () -> retry(lane));
    }

    private void retry(Lane lane) {
        long now = loop.nanoTime();
        if (budget.tryTake(now)) {
            tally.retries++;
            write(lane, false);
        } else {
            pause(lane, State.OUT_OF_BUDGET, budget.waitNanos(now));
        }
    }

    private void holdWaiting() {
        for (var lane : lanes) {
            if (lane.state == State.BACKING_OFF || lane.state == State.OUT_OF_BUDGET) {
                lane.cancelTimer();
                lane.state = State.HELD;
            }
        }
    }

    /// The breaker paces probes, so they cost no budget.
    private void probe() {
        for (var lane : lanes) {
            if (lane.state == State.HELD) {
                breaker.halfOpen();
                probing = lane;
                tally.probes++;
                write(lane, true);
                return;
            }
        }
        throw new IllegalStateException("the breaker is open, and yet no lane holds a batch");
    }

    private static void cancel(@Nullable Timer timer) {
        if (timer != null) {
            timer.cancel();
        }
    }
}
