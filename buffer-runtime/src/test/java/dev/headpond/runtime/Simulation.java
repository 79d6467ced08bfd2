package dev.headpond.runtime;

import dev.headpond.policy.LoadReport;
import dev.headpond.policy.Policy;
import dev.headpond.runtime.ScriptedRedis.Weather;
import dev.headpond.runtime.admission.Verdict;
import dev.headpond.runtime.delivery.DeliveryListener;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;

/// One life of a shard in virtual time: producers push in bursts, the sink has its weather, in the end it is drained.
/// Everything follows from the seed.
final class Simulation {
    private static final long MILLI = 1_000_000;
    private static final long STEP_NANOS = 50 * MILLI;

    private final SplittableRandom random;
    private final VirtualLoop loop = new VirtualLoop();
    private final TestEvents events = new TestEvents();
    private final Policy policy;
    private final ScriptedRedis redis;
    private final Shard shard;
    private final boolean withPoison;
    private final int bytesMax;

    private final Set<Long> accepted = new HashSet<>();
    private final Set<Long> poison = new HashSet<>();
    private final Set<Long> deadLettered = new HashSet<>();
    private long offered;
    private long nextEvent = 1;
    private int waiting;
    private long toldLost;
    private boolean allHaveWaiters = true;
    private long lost = -1;

    Simulation(long seed) {
        random = new SplittableRandom(seed);
        policy = policy();
        withPoison = random.nextInt(3) == 0;
        bytesMax = random.nextBoolean() ? 200 : 8000;
        redis = new ScriptedRedis(loop, random.split(), policy);
        shard = new Shard(
                policy,
                redis,
                loop,
                random.split(),
                "epoch",
                (event, _) -> deadLetter(TestEvents.number(event)),
                DeliveryListener.NONE);
        redis.probes = shard::probes;
    }

    private Policy policy() {
        int maxEvents = 1 << random.nextInt(8);
        return TestPolicies.of(
                """
                "ingest": {"maxRequestBytes": "200Ki", "maxEventBytes": "8Ki"},
                "admission": {"eventsPerSecond": %d, "burst": 128},
                "buffer": {"capacity": "1Mi", "highWaterMarkPercent": %d},
                "batch": {"maxEvents": %d, "maxBytes": "%dKi", "maxDelay": "%dms"},
                "retry": {"initialBackoff": "%dms", "maxBackoff": "%dms", "budgetPercent": %d},""".formatted(
                                50 + random.nextInt(2000),
                                50 + random.nextInt(45),
                                maxEvents,
                                8 << random.nextInt(5),
                                1 + random.nextInt(20),
                                1 + random.nextInt(50),
                                50 + random.nextInt(450),
                                1 + random.nextInt(30)),
                1 + random.nextInt(5));
    }

    private void deadLetter(long event) {
        if (!deadLettered.add(event)) {
            throw new AssertionError("event " + event + " dead-lettered twice");
        }
    }

    LoadReport run() {
        loop.schedule(0, shard::start);
        int steps = 20 + random.nextInt(60);
        for (int step = 0; step < steps; step++) {
            if (random.nextInt(8) == 0) {
                redis.weather = weather();
            }
            produce();
            loop.advance(STEP_NANOS);
            shard.requireIntact();
        }
        drain();
        check();
        var report = shard.report();
        shard.close();
        return report;
    }

    private Weather weather() {
        return switch (random.nextInt(6)) {
            case 0, 1 -> Weather.CLEAR;
            case 2 -> new Weather(100, 0, 0, 0, 0, false);
            case 3 -> new Weather(0, 0, 0, 0, 0, true);
            default -> new Weather(dice(), dice(), dice(), dice(), dice(), false);
        };
    }

    private int dice() {
        return random.nextInt(2) * random.nextInt(20);
    }

    /// Some requests within the next step, some in the same turn.
    private void produce() {
        int requests = random.nextInt(6);
        for (int i = 0; i < requests; i++) {
            loop.schedule(random.nextInt(3) * random.nextLong(STEP_NANOS / 3), this::request);
        }
    }

    private void request() {
        if (shard.beforeBody(random.nextInt(2) * 500 - 1).isPresent()) {
            return;
        }
        events.clear();
        int count = 1 + random.nextInt(random.nextInt(20) == 0 ? 100 : 12);
        long first = nextEvent;
        var poisoned = new HashSet<Long>();
        int bytes = 0;
        for (int i = 0; i < count && bytes < 180_000; i++) {
            boolean poison = withPoison && random.nextInt(30) == 0;
            int size = TestEvents.BYTES_MIN + random.nextInt(bytesMax - TestEvents.BYTES_MIN);
            events.add(nextEvent, size, poison);
            if (poison) {
                poisoned.add(nextEvent);
            }
            nextEvent++;
            bytes += size;
        }
        offer(first, poisoned);
    }

    private void offer(long first, Set<Long> poisoned) {
        offered += nextEvent - first;
        long end = nextEvent;
        boolean waits = random.nextBoolean();
        var verdict = shard.offer(events.slices(), waits ? (dead, gone) -> settled(first, end, dead, gone) : null);
        if (verdict instanceof Verdict.Admitted) {
            for (long event = first; event < end; event++) {
                accepted.add(event);
            }
            poison.addAll(poisoned);
            waiting += waits ? 1 : 0;
            allHaveWaiters &= waits;
        }
    }

    /// A producer is told the truth at the moment at which it is told.
    private void settled(long first, long end, int dead, int gone) {
        waiting--;
        toldLost += gone;
        int storedOrDead = 0;
        int deadHere = 0;
        for (long event = first; event < end; event++) {
            storedOrDead += redis.stored.contains(event) || deadLettered.contains(event) ? 1 : 0;
            deadHere += deadLettered.contains(event) ? 1 : 0;
        }
        if (dead != deadHere || storedOrDead + gone < end - first) {
            throw new AssertionError("producer of " + first + ".." + end + " was told " + dead + " dead and " + gone
                    + " lost, but " + storedOrDead + " are settled, " + deadHere + " of them dead");
        }
    }

    private void drain() {
        boolean inTheStorm = random.nextInt(4) == 0;
        if (!inTheStorm) {
            redis.weather = Weather.CLEAR;
        }
        shard.beginDrain();
        shard.flush(inTheStorm ? 500 * MILLI : 120_000 * MILLI, count -> lost = count);
        for (int i = 0; i < 1300 && lost < 0; i++) {
            loop.advance(100 * MILLI);
            shard.requireIntact();
        }
        if (lost < 0 || (lost > 0 && !inTheStorm)) {
            throw new AssertionError(lost + " lost in the drain: " + shard.report());
        }
        loop.advance(10_000 * MILLI);
    }

    private void check() {
        var report = shard.report();
        var counted = report.events();
        require(counted.accepted() == accepted.size(), "accepted");
        require(counted.offered() >= offered, "offered");
        require(counted.deadLettered() == deadLettered.size(), "dead-lettered");
        require(report.depth().events() == 0 && report.depth().bytes() == 0, "depth");
        require(waiting == 0, "producers without an answer: " + waiting);
        require(allHaveWaiters ? toldLost == lost : toldLost <= lost, "told lost " + toldLost + " of " + lost);
        require(accepted.containsAll(redis.stored), "stored and never accepted");
        require(poison.containsAll(deadLettered), "dead-lettered without poison");
        long missing = accepted.stream()
                .filter(event -> !redis.stored.contains(event) && !deadLettered.contains(event))
                .count();
        require(missing <= lost, missing + " events missing, " + lost + " lost");
        require(lost > 0 || deadLettered.equals(poison), "poison found");
        checkAttempts();
    }

    private void checkAttempts() {
        var batches = shard.report().batches();
        require(batches.attempts() == redis.writes, "attempts");
        require(batches.attempts() - batches.firstAttempts() == redis.repeats, "repeats");
        double seconds = loop.elapsedNanos() / 1e9;
        double probes = 1 + seconds * 2e9 / policy.retry().maxBackoff().toNanos();
        require(shard.probes() <= probes, shard.probes() + " probes in " + seconds + " s");
    }

    private void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what + ": " + shard.report());
        }
    }
}
