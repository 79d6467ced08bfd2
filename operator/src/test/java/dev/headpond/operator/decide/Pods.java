package dev.headpond.operator.decide;

import dev.headpond.policy.LoadReport;
import dev.headpond.policy.LoadReport.SinkView.Health;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// What pods would report if each second of theirs were like the other.
///
/// @param accepted events a second of one pod, as all rates here
/// @param depthBytes what waits at uptime 0
/// @param growth bytes a second
record Pods(
        double accepted,
        double rateLimited,
        double noRoom,
        double delivered,
        double batchEvents,
        double failed,
        double laneUtilisation,
        double latencyMillis,
        double depthBytes,
        double growth,
        Health health) {
    static final int LANES = 4;
    private static final double UPTIME_END = 120;
    static final long CAPACITY = 128L << 20;
    static final double EVENT_BYTES = 300;
    /// Takes 5 000 events a second with ease, batches small, sink answering in 2 ms.
    static final Pods CALM = new Pods(5_000, 0, 0, 5_000, 5, 0, 0.3, 2, 1_000, 0, Health.OK);

    Pods taking(double events, double refused) {
        return new Pods(
                events,
                refused,
                noRoom,
                events,
                batchEvents,
                failed,
                laneUtilisation,
                latencyMillis,
                depthBytes,
                growth,
                health);
    }

    /// All lanes busy with full batches, and more comes than leaves.
    Pods busy(double events, double latency, double depthPercent) {
        return new Pods(events * 1.1, 0, 0, events, 200, 0, 0.97, latency, CAPACITY * depthPercent / 100, 0, Health.OK);
    }

    /// Growing to what waits now, at the end of the window.
    Pods filling(double bytesPerSecond) {
        return new Pods(
                accepted,
                rateLimited,
                noRoom,
                delivered,
                batchEvents,
                failed,
                laneUtilisation,
                latencyMillis,
                depthBytes - UPTIME_END * bytesPerSecond,
                bytesPerSecond,
                health);
    }

    Pods failing(double writesPerSecond) {
        return new Pods(
                accepted,
                rateLimited,
                noRoom,
                delivered,
                batchEvents,
                writesPerSecond,
                laneUtilisation,
                latencyMillis,
                depthBytes,
                growth,
                health);
    }

    Pods silent(Health state) {
        return new Pods(accepted, rateLimited, noRoom, 0, batchEvents, 0, 0, 0, depthBytes, growth, state);
    }

    LoadReport at(String epoch, double uptime) {
        double batches = delivered / batchEvents;
        long depth = Math.round(depthBytes + growth * uptime);
        return new LoadReport(
                epoch,
                uptime,
                LoadReport.State.SERVING,
                new LoadReport.Events(
                        (long) (accepted * uptime),
                        (long) (rateLimited * uptime),
                        (long) (noRoom * uptime),
                        0,
                        0,
                        (long) (delivered * uptime),
                        0,
                        Map.of()),
                new LoadReport.Depth((long) (depth / EVENT_BYTES), depth, CAPACITY),
                new LoadReport.Batches(
                        (long) (batches * uptime),
                        (long) ((batches + failed) * uptime),
                        (long) (batches * uptime),
                        (long) (failed * uptime)),
                new LoadReport.Integrals(
                        depthBytes * uptime + growth * uptime * uptime / 2,
                        (depthBytes * uptime + growth * uptime * uptime / 2) / EVENT_BYTES,
                        0,
                        laneUtilisation * LANES * uptime,
                        latencyMillis / 1000 * batches * uptime,
                        (long) (batches * uptime)),
                new LoadReport.SinkView(LANES, health, health == Health.OK ? "" : "NOAUTH Authentication required"));
    }

    /// Pods `p0`, `p1`… that answered every five seconds, the last time at `atMillis`.
    static Window window(long atMillis, List<Pods> pods) {
        return window(atMillis, pods.size(), sample -> pods);
    }

    /// @param samples for each of five samples, oldest first, what the pods are like; all counters go on
    ///     from the same start, so only the depth may differ between samples
    static Window window(long atMillis, int pods, Function<Integer, List<Pods>> samples) {
        var window = Window.empty(DeciderTimings.PRODUCTION);
        for (int sample = 0; sample < 5; sample++) {
            window = window.with(
                    observation(atMillis, sample, samples.apply(sample).subList(0, pods)));
        }
        return window;
    }

    private static Observation observation(long atMillis, int sample, List<Pods> like) {
        var pods = new ArrayList<Observation.Pod>();
        for (int i = 0; i < like.size(); i++) {
            pods.add(new Observation.Pod(
                    "p" + i, true, Optional.of(like.get(i).at("e" + i, UPTIME_END - 5 * (4 - sample)))));
        }
        return new Observation(atMillis - 5_000L * (4 - sample), pods);
    }
}
