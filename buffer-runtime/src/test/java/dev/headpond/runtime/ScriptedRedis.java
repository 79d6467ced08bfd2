package dev.headpond.runtime;

import dev.headpond.policy.Policy;
import dev.headpond.runtime.delivery.Loop;
import dev.headpond.runtime.sink.Batch;
import dev.headpond.runtime.sink.Outcome;
import dev.headpond.runtime.sink.Sink;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/// A model of the Redis sink: of the script (last number and applied events of each lane), and of a network and a
/// server that fail in every way that the outcomes tell apart.
final class ScriptedRedis implements Sink {
    /// Chances of what happens to a write, in percent; what is left is a good answer.
    record Weather(int refuse, int loseRequest, int loseAnswer, int applyLate, int stopHalfway, boolean misconfigured) {
        static final Weather CLEAR = new Weather(0, 0, 0, 0, 0, false);
    }

    private static final class Lane {
        /// What the script remembers.
        long number;

        int applied;
        final List<Long> stored = new ArrayList<>();

        /// What the test watches.
        long numberSeen;

        boolean inFlight;
        boolean failedLast;
    }

    private record Event(long number, boolean poison) {}

    private record Write(Lane lane, long number, List<Event> events) {}

    private final Loop loop;
    private final RandomGenerator random;
    private final long timeoutNanos;
    private final int budgetPercent;
    private final Allowance allowance;
    private final Map<Integer, Lane> lanes = new HashMap<>();

    Weather weather = Weather.CLEAR;
    final Set<Long> stored = new HashSet<>();
    long writes;
    long repeats;
    /// How many probes the breaker has let through.
    LongSupplier probes = () -> 0;

    private long probesSeen;

    ScriptedRedis(Loop loop, RandomGenerator random, Policy policy) {
        this.loop = loop;
        this.random = random;
        timeoutNanos = policy.sink().requestTimeout().toNanos();
        budgetPercent = policy.retry().budgetPercent();
        allowance = new Allowance(policy.sink().lanes());
    }

    /// The retry budget as a plain number of attempts, to compare with.
    private final class Allowance {
        private final int lanes;
        private double attempts;
        private long at = loop.nanoTime();

        Allowance(int lanes) {
            this.lanes = lanes;
            attempts = lanes;
        }

        void earn(double more) {
            double trickle = (loop.nanoTime() - at) / 1e9 * lanes;
            attempts = Math.min(lanes * 10.0, attempts + trickle + more);
            at = loop.nanoTime();
        }

        void spend() {
            earn(0);
            attempts--;
            if (attempts < -0.001) {
                throw new AssertionError("a retry over the budget");
            }
        }
    }

    @Override
    public void write(int index, long batchNumber, Batch batch, Consumer<Outcome> done) {
        var lane = lanes.computeIfAbsent(index, _ -> new Lane());
        watch(lane, batchNumber);
        var views = IntStream.range(0, batch.count()).mapToObj(batch::event).toList();
        var events = read(views);
        happen(new Write(lane, batchNumber, events), outcome -> {
            if (!read(views).equals(events)) {
                throw new AssertionError("events were overwritten in flight");
            }
            lane.inFlight = false;
            lane.failedLast = !(outcome instanceof Outcome.Delivered || outcome instanceof Outcome.Poison);
            done.accept(outcome);
        });
    }

    private static List<Event> read(List<ByteBuffer> views) {
        return views.stream()
                .map(view -> new Event(TestEvents.number(view), TestEvents.poison(view)))
                .toList();
    }

    private void watch(Lane lane, long number) {
        if (lane.inFlight) {
            throw new AssertionError("two writes of a lane in flight");
        }
        lane.inFlight = true;
        if (number < lane.numberSeen || number > lane.numberSeen + 1) {
            throw new AssertionError("a lane wrote number " + number + " after " + lane.numberSeen);
        }
        writes++;
        boolean probe = probes.getAsLong() > probesSeen;
        probesSeen = probes.getAsLong();
        if (number > lane.numberSeen) {
            allowance.earn(budgetPercent / 100.0);
        } else {
            repeats++;
        }
        if (number == lane.numberSeen && lane.failedLast && !probe) {
            allowance.spend();
        }
        lane.numberSeen = number;
    }

    private void happen(Write write, Consumer<Outcome> done) {
        long latency = random.nextLong(timeoutNanos / 20) + random.nextInt(2) * random.nextLong(timeoutNanos * 9 / 10);
        int dice = random.nextInt(100);
        if (weather.misconfigured) {
            after(latency / 10, () -> done.accept(new Outcome.Misconfigured("NOAUTH")));
        } else if ((dice -= weather.refuse) < 0) {
            refuse(latency / 10, done);
        } else if ((dice -= weather.loseRequest) < 0) {
            timeOut(done);
        } else if ((dice -= weather.loseAnswer) < 0) {
            after(latency, () -> apply(write, write.events.size()));
            timeOut(done);
        } else if ((dice -= weather.applyLate) < 0) {
            after(timeoutNanos + random.nextLong(timeoutNanos * 3), () -> apply(write, write.events.size()));
            timeOut(done);
        } else if (dice - weather.stopHalfway < 0) {
            int half = random.nextInt(write.events.size() + 1);
            after(latency, () -> {
                var outcome = apply(write, half);
                done.accept(outcome instanceof Outcome.Poison ? outcome : new Outcome.Retryable("OOM"));
            });
        } else {
            after(latency, () -> done.accept(apply(write, write.events.size())));
        }
    }

    /// Some refusals come before `write` has returned.
    private void refuse(long latency, Consumer<Outcome> done) {
        var outcome = new Outcome.Retryable("LOADING");
        if (random.nextBoolean()) {
            done.accept(outcome);
        } else {
            after(latency, () -> done.accept(outcome));
        }
    }

    private void timeOut(Consumer<Outcome> done) {
        after(timeoutNanos, () -> done.accept(new Outcome.Ambiguous("time-out")));
    }

    private void after(long nanos, Runnable task) {
        loop.schedule(nanos, task);
    }

    /// The script.
    private Outcome apply(Write write, int most) {
        var lane = write.lane;
        if (write.number < lane.number) {
            return Outcome.DELIVERED;
        }
        if (write.number > lane.number) {
            lane.number = write.number;
            lane.applied = 0;
        }
        for (int i = lane.applied; i < Math.min(most, write.events.size()); i++) {
            if (write.events.get(i).poison) {
                return new Outcome.Poison("ERR refused");
            }
            store(lane, write.events.get(i).number);
            lane.applied = i + 1;
        }
        return Outcome.DELIVERED;
    }

    private void store(Lane lane, long event) {
        if (!stored.add(event)) {
            throw new AssertionError("event " + event + " stored twice");
        }
        if (!lane.stored.isEmpty() && lane.stored.getLast() >= event) {
            throw new AssertionError("a lane stored " + event + " after " + lane.stored.getLast());
        }
        lane.stored.add(event);
    }

    @Override
    public void close() {}
}
