package dev.headpond.operator.decide;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/// A buffer, its producers and its sink in virtual time, with a rule in the loop.
final class Simulation {
    static final int PERIOD = 5;
    static final double RATIO_MAX = 0.0012;
    static final double DEPTH_MAX = 0.5;

    private final Scenario scenario;
    private final Rule rule;
    private final Random random;
    private final List<SimPod> pods = new ArrayList<>();
    private final List<Second> seconds = new ArrayList<>();
    private final List<Change> changes = new ArrayList<>();
    private int replicas = 1;
    private int made;
    private double again;

    /// @param demand events a second that producers had
    /// @param depth fill of the rings, 0 to 1
    /// @param overTarget whether too much was refused or waited
    record Second(long at, int replicas, double demand, double depth, boolean overTarget) {}

    record Change(long at, int from, int to, boolean sinkBound) {
        boolean up() {
            return to > from;
        }
    }

    Simulation(Scenario scenario, Rule rule, long seed) {
        this.scenario = scenario;
        this.rule = rule;
        this.random = new Random(seed);
        pods.add(new SimPod("p0", 0));
        made = 1;
    }

    SimOutcome run() {
        for (long second = 0; second < scenario.seconds(); second++) {
            boolean sinkBound = second(second);
            if (scenario.restarts().test(second)) {
                pods.getFirst().restart();
            }
            if (scenario.newLeader().test(second)) {
                rule.newLeader();
            }
            if (second % PERIOD == 0) {
                long now = second;
                int ready = (int) pods.stream().filter(pod -> pod.ready(now)).count();
                scale(second, rule.decide(second, replicas, ready, observe(second)), sinkBound);
            }
        }
        return new SimOutcome(scenario, seconds, changes);
    }

    private Observation observe(long second) {
        var seen = new ArrayList<Observation.Pod>();
        for (int i = 0; i < pods.size(); i++) {
            var pod = pods.get(i);
            boolean silent = scenario.unreachable().test(second) && i % 2 == 1;
            boolean ready = pod.ready(second);
            seen.add(new Observation.Pod(
                    pod.uid, ready, ready && !silent ? Optional.of(pod.report()) : Optional.empty()));
        }
        return new Observation(second * 1_000, seen);
    }

    private void scale(long second, int wanted, boolean sinkBound) {
        if (wanted == replicas) {
            return;
        }
        changes.add(new Change(second, replicas, wanted, sinkBound));
        while (pods.size() < wanted) {
            pods.add(new SimPod("p" + made++, second + 10 + random.nextInt(15)));
        }
        while (pods.size() > wanted) {
            pods.removeLast();
        }
        replicas = wanted;
    }

    /// @return whether the sink was the limit
    private boolean second(long now) {
        var sink = scenario.sink().apply(now);
        var ready = pods.stream().filter(pod -> pod.ready(now)).toList();
        double fresh = scenario.offered().apply(now);
        double offered = fresh + (scenario.retrying() ? again : 0);
        double byRate = 0;
        double refused = 0;
        for (var pod : ready) {
            var r = pod.offer(offered / ready.size());
            byRate += r.byRate();
            refused += r.all();
        }
        // One in five gives up rather than to send once more.
        again = refused * 0.8;
        double could = ready.stream()
                .mapToDouble(pod -> pod.couldWrite(sink.latencyMillis()))
                .sum();
        double taken = could == 0 ? 0 : Math.min(1, sink.eventsPerSecond() / could);
        for (var pod : ready) {
            pod.deliver(pod.couldWrite(sink.latencyMillis()) * taken, sink);
        }
        double depth = ready.stream().mapToDouble(SimPod::depth).sum() / (ready.size() * SimPod.CAPACITY_EVENTS);
        boolean over = (offered > 0 && byRate / offered > RATIO_MAX) || depth > DEPTH_MAX;
        seconds.add(new Second(now, replicas, fresh, depth, over));
        return taken < 1 && could > 0;
    }
}
