package dev.headpond.runtime;

import dev.headpond.policy.LoadReport;
import dev.headpond.policy.Policy;
import dev.headpond.runtime.admission.Admission;
import dev.headpond.runtime.admission.Admission.Door;
import dev.headpond.runtime.admission.DrainRate;
import dev.headpond.runtime.admission.EventSlices;
import dev.headpond.runtime.admission.HighWaterGate;
import dev.headpond.runtime.admission.Intake;
import dev.headpond.runtime.admission.TokenBucket;
import dev.headpond.runtime.admission.Verdict;
import dev.headpond.runtime.delivery.DeadLetters;
import dev.headpond.runtime.delivery.Delivery;
import dev.headpond.runtime.delivery.DeliveryListener;
import dev.headpond.runtime.delivery.Loop;
import dev.headpond.runtime.delivery.Loop.Timer;
import dev.headpond.runtime.delivery.OwnerThread;
import dev.headpond.runtime.delivery.TimeIntegral;
import dev.headpond.runtime.ring.EventRing;
import dev.headpond.runtime.sink.Sink;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// All that an event touches between door and sink, owned by one thread: bucket, ring, batches, lanes, counters.
///
/// Life: made → [#start] → serving → [#beginDrain] → [#flush] → [#close]. Everything but [#lastReport] and
/// [#reportAgeNanos] is called on the loop's thread.
public final class Shard implements Intake, AutoCloseable {
    /// How old the published report may become while the shard's thread makes progress.
    public static final long REPORT_EVERY_NANOS = 100_000_000L;

    /// Why a Buffered pod lost events: it had to stop before the sink took them.
    public static final String LOST_AT_SHUTDOWN = "shutdown";

    private record Published(LoadReport report, long atNanos) {}

    private final Policy policy;
    private final Loop loop;
    private final String epoch;
    private final long startedNanos;
    private final OwnerThread owner = new OwnerThread();
    private final TokenBucket bucket;
    private final HighWaterGate gate;
    private final DrainRate drainRate;
    private final Admission admission;
    private final EventRing ring;
    private final Delivery delivery;

    private final TimeIntegral depthBytes;
    private final TimeIntegral depthEvents;
    private final TimeIntegral overHighWater;
    private long accepted;
    private long rateLimited;
    private long refusedForRoom;
    private long refusedNotServing;
    private long invalid;

    private @Nullable Timer reportTimer;
    private @Nullable Timer flushDeadline;
    private @Nullable LongConsumer whenFlushed;
    private volatile Published published;

    /// @param epoch new for each start of the process
    public Shard(
            Policy policy,
            Sink sink,
            Loop loop,
            RandomGenerator random,
            String epoch,
            DeadLetters deadLetters,
            DeliveryListener listener) {
        this.policy = policy;
        this.loop = loop;
        this.epoch = epoch;
        startedNanos = loop.nanoTime();
        bucket = new TokenBucket(
                policy.admission().eventsPerSecond(), policy.admission().burst(), startedNanos);
        gate = new HighWaterGate(
                policy.buffer().highWaterBytes(), policy.buffer().lowWaterBytes());
        drainRate = new DrainRate(startedNanos);
        admission = new Admission(bucket, gate, drainRate);
        ring = new EventRing(policy.buffer().capacity());
        delivery =
                new Delivery(policy, ring, gate, sink, loop, random, deadLetters, listener, owner, this::depthChanged);
        depthBytes = new TimeIntegral(startedNanos);
        depthEvents = new TimeIntegral(startedNanos);
        overHighWater = new TimeIntegral(startedNanos);
        published = new Published(report(), startedNanos);
    }

    /// Opens the door. The calling thread owns the shard from now on.
    public void start() {
        owner.claim();
        admission.door(Door.OPEN);
        publish();
    }

    @Override
    public Optional<Verdict> beforeBody(long declaredBytes) {
        assert owner.isCurrent();
        long guess = eventsGuess(declaredBytes);
        var refusal = admission.refusalBeforeBody(guess, ring.depthBytes(), loop.nanoTime());
        if (refusal != null) {
            count(refusal, guess);
        }
        return Optional.ofNullable(refusal);
    }

    @Override
    public Verdict offer(EventSlices events, @Nullable Settled whenDelivered) {
        assert owner.isCurrent();
        long now = loop.nanoTime();
        int count = events.count();
        var refusal = admission.refusal(count, roomFor(events), now);
        if (refusal != null) {
            count(refusal, count);
            return refusal;
        }
        long start = ring.claimed();
        long end = ring.append(events, now);
        accepted += count;
        if (whenDelivered != null) {
            delivery.await(start, end, whenDelivered);
        }
        depthChangedAt(now);
        delivery.appended();
        return new Verdict.Admitted(end);
    }

    @Override
    public void refused(int invalidEvents) {
        invalid += invalidEvents;
    }

    /// Events that the token bucket would admit now, for `RateLimit` headers.
    public long tokens() {
        return bucket.tokens(loop.nanoTime());
    }

    /// Refuses new events from now on and sends what waits without lingering.
    public void beginDrain() {
        assert owner.isCurrent();
        admission.door(Door.DRAINING);
        delivery.drain();
    }

    /// After [#beginDrain]: waits until nothing is held, at most `timeoutNanos`; then the rest is given up and counted
    /// as lost, and its producers are told.
    ///
    /// @param whenDone is told once how many events were lost
    public void flush(long timeoutNanos, LongConsumer whenDone) {
        assert owner.isCurrent() && admission.door() == Door.DRAINING && whenFlushed == null;
        whenFlushed = whenDone;
        flushDeadline = loop.schedule(timeoutNanos, this::giveUp);
        loop.schedule(0, this::endFlushIfEmpty);
    }

    /// What the shard says of itself at this moment, integrals included.
    public LoadReport report() {
        assert owner.isCurrent();
        long now = loop.nanoTime();
        var tally = delivery.tally();
        long unsettled = delivery.unsettledEvents();
        var report = new LoadReport(
                epoch,
                (now - startedNanos) / 1e9,
                state(),
                events(),
                new LoadReport.Depth(unsettled, ring.depthBytes(), ring.capacityBytes()),
                tally.batches(),
                new LoadReport.Integrals(
                        depthBytes.upTo(now),
                        depthEvents.upTo(now),
                        overHighWater.upTo(now),
                        tally.laneBusySeconds(now),
                        tally.sinkLatencySeconds(),
                        tally.sinkAnswers()),
                tally.sink());
        requireConserved(report.events(), unsettled);
        delivery.requireConsistent();
        return report;
    }

    /// The last published report, not older than [#REPORT_EVERY_NANOS] while the shard's thread is alive. Any thread.
    public LoadReport lastReport() {
        return published.report;
    }

    /// Age of [#lastReport]: over a few seconds the shard's thread is stuck. Any thread.
    public long reportAgeNanos() {
        return loop.nanoTime() - published.atNanos;
    }

    /// Frees the ring. The sink must be closed before: it may still read from the ring. What is held is lost.
    @Override
    public void close() {
        assert owner.isCurrent();
        if (reportTimer != null) {
            reportTimer.cancel();
        }
        if (flushDeadline != null) {
            flushDeadline.cancel();
        }
        admission.door(Door.DRAINING);
        delivery.giveUp();
        ring.close();
    }

    /// Throws where a record of the ring is damaged. For tests: it reads all that is held.
    void requireIntact() {
        ring.requireIntact();
        report();
    }

    /// Attempts that a half-open breaker let through. For tests.
    long probes() {
        return delivery.tally().probes();
    }

    private Admission.Room roomFor(EventSlices events) {
        return new Admission.Room(
                ring.depthBytes(),
                ring.claimBytes(events),
                ring.capacityBytes(),
                EventRing.recordBytesMax(events.count(), events.bytes()),
                EventRing.recordBytes((int) policy.ingest().maxEventBytes()));
    }

    /// A request whose body was not read counts as many events as its size suggests, by the mean of those before it.
    private long eventsGuess(long declaredBytes) {
        long events = ring.publishedEvents();
        return declaredBytes <= 0 || events == 0
                ? 1
                : Math.max(1, (long) (declaredBytes / ((double) ring.publishedPayloadBytes() / events)));
    }

    private void count(Verdict refusal, long events) {
        switch (refusal) {
            case Verdict.RateLimited _ -> rateLimited += events;
            case Verdict.OverHighWater _ -> refusedForRoom += events;
            case Verdict.NeverFits _ -> invalid += events;
            case Verdict.NotServing _ -> refusedNotServing += events;
            case Verdict.Admitted _ -> throw new IllegalStateException("not a refusal");
        }
    }

    private void depthChanged() {
        depthChangedAt(loop.nanoTime());
        endFlushIfEmpty();
    }

    private void depthChangedAt(long now) {
        gate.filledTo(ring.depthBytes());
        depthBytes.set(ring.depthBytes(), now);
        depthEvents.set(delivery.unsettledEvents(), now);
        overHighWater.set(gate.closed() ? 1 : 0, now);
    }

    private void endFlushIfEmpty() {
        if (whenFlushed != null && ring.depthBytes() == 0) {
            endFlush();
        }
    }

    private void giveUp() {
        delivery.giveUp();
        endFlushIfEmpty();
    }

    private void endFlush() {
        var whenDone = whenFlushed;
        whenFlushed = null;
        if (flushDeadline != null) {
            flushDeadline.cancel();
        }
        if (whenDone != null) {
            whenDone.accept(delivery.tally().lostEvents());
        }
    }

    /// Ten times a second. A broken law throws here, nothing is published any more, and liveness notices.
    private void publish() {
        long now = loop.nanoTime();
        drainRate.sample(ring.delivered(), now);
        published = new Published(report(), now);
        reportTimer = loop.schedule(REPORT_EVERY_NANOS, this::publish);
    }

    private LoadReport.State state() {
        return switch (admission.door()) {
            case STARTING -> LoadReport.State.STARTING;
            case OPEN -> LoadReport.State.SERVING;
            case DRAINING -> LoadReport.State.DRAINING;
        };
    }

    private LoadReport.Events events() {
        var tally = delivery.tally();
        long lost = tally.lostEvents();
        return new LoadReport.Events(
                accepted,
                rateLimited,
                refusedForRoom,
                refusedNotServing,
                invalid,
                tally.deliveredEvents(),
                tally.deadLetteredEvents(),
                lost == 0 ? Map.of() : Map.of(LOST_AT_SHUTDOWN, lost));
    }

    /// accepted = delivered + dead-lettered + lost + depth, with the depth counted where the events are.
    private static void requireConserved(LoadReport.Events events, long unsettled) {
        long lost = events.lost().values().stream().mapToLong(Long::longValue).sum();
        long known = events.delivered() + events.deadLettered() + lost + unsettled;
        if (events.accepted() != known) {
            throw new IllegalStateException("accepted " + events.accepted() + " are not delivered " + events.delivered()
                    + " + dead-lettered " + events.deadLettered() + " + lost " + lost + " + depth " + unsettled);
        }
    }
}
