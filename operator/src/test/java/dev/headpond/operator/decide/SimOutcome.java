package dev.headpond.operator.decide;

import java.util.List;

/// What a rule did in a scenario.
record SimOutcome(Scenario scenario, List<Simulation.Second> seconds, List<Simulation.Change> changes) {
    /// Time that a clairvoyant needs to have a pod ready.
    private static final int START_SECONDS = 25;

    private static final long FLIP_SECONDS = 300;

    long scaleUpsWhileSinkBound() {
        return changes.stream().filter(c -> c.up() && c.sinkBound()).count();
    }

    long directionFlips() {
        long flips = 0;
        for (int i = 1; i < changes.size(); i++) {
            var before = changes.get(i - 1);
            var now = changes.get(i);
            flips += before.up() != now.up() && now.at() - before.at() < FLIP_SECONDS ? 1 : 0;
        }
        return flips;
    }

    long secondsOverTarget() {
        return seconds.stream().filter(Simulation.Second::overTarget).count();
    }

    double replicaMinutes() {
        return seconds.stream().mapToInt(Simulation.Second::replicas).sum() / 60.0;
    }

    /// Of one who knows the traffic, and has as many pods as it takes, just in time.
    double replicaMinutesOptimum() {
        double perPod = Math.min(
                SimPod.RATE,
                SimPod.LANES * SimPod.BATCH * 1_000 / scenario.sink().apply(0).latencyMillis());
        double sum = 0;
        for (int i = 0; i < seconds.size(); i++) {
            double most = 0;
            for (int j = i; j < Math.min(seconds.size(), i + START_SECONDS); j++) {
                most = Math.max(most, seconds.get(j).demand());
            }
            sum += Math.clamp(Math.ceil(most / perPod), 1, scenario.maxReplicas());
        }
        return sum / 60;
    }

    int lastReplicas() {
        return seconds.getLast().replicas();
    }

    String row(String rule) {
        return "%-26s %-9s ups while sink-bound %2d, flips %2d, over target %5d s, pod-minutes %8.1f (optimum %.1f)"
                .formatted(
                        scenario.name(),
                        rule,
                        scaleUpsWhileSinkBound(),
                        directionFlips(),
                        secondsOverTarget(),
                        replicaMinutes(),
                        replicaMinutesOptimum());
    }
}
