package dev.headpond.operator.decide;

import dev.headpond.policy.LoadReport;
import dev.headpond.policy.LoadReport.SinkView.Health;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// What happened between two observations, all ready pods together. Rates are events a second unless
/// said otherwise, each pod's measured on its own clock; where some ready pods could not be measured,
/// the others stand for them.
///
/// @param accepted taken into the rings
/// @param rateLimited refused by the buckets
/// @param noRoom refused for want of room
/// @param closed refused because pods were starting or stopping
/// @param invalid refused because they were no events
/// @param delivered acknowledged by the sink
/// @param batches writes that the sink acknowledged, a second
/// @param firstAttempts batches written for the first time, a second
/// @param attempts all writes, a second
/// @param failed writes that failed, a second
/// @param laneUtilisation share of time that lanes had a batch in flight, 0 to 1
/// @param latencyMillis mean answer time of the sink, or empty without an answer
/// @param answers answers that it is the mean of
/// @param depthBytesMean mean of what waited
/// @param depthEventsMean the same in events
/// @param depthBytes what waits at the end
/// @param depthEvents the same in events
/// @param capacityBytes rings of all pods
/// @param growth bytes a second by which the rings fill
/// @param lanes writers of all pods
/// @param ready ready pods at the end
/// @param answered those of them that answered
/// @param failing those of them whose sink is not OK, as a share of the answered
/// @param misconfigured what a pod says that a person must change, or empty
record Span(
        double accepted,
        double rateLimited,
        double noRoom,
        double closed,
        double invalid,
        double delivered,
        double batches,
        double firstAttempts,
        double attempts,
        double failed,
        double laneUtilisation,
        OptionalDouble latencyMillis,
        long answers,
        double depthBytesMean,
        double depthEventsMean,
        long depthBytes,
        long depthEvents,
        long capacityBytes,
        double growth,
        int lanes,
        int ready,
        int answered,
        double failing,
        Optional<String> misconfigured) {

    /// The span that ends with observation `to`, each pod measured from its first report since `from`,
    /// or from its last one before where there is none: a report that was missed, or another epoch (the
    /// counters began anew), only changes where a pod's measure begins.
    ///
    /// @return empty where no pod could be measured
    static Optional<Span> between(List<Observation> observations, int from, int to) {
        var sum = new SpanSum();
        var end = observations.get(to);
        for (var pod : end.pods()) {
            if (pod.ready() && pod.load().isPresent()) {
                var load = pod.load().get();
                base(observations, from, to, pod.uid(), load).ifPresent(base -> sum.add(base, load));
            }
        }
        return sum.span(end.ready(), end.answered());
    }

    private static Optional<LoadReport> base(
            List<Observation> observations, int from, int to, String uid, LoadReport end) {
        for (int i = from; i < to; i++) {
            var report = report(observations.get(i), uid, end);
            if (report.isPresent()) {
                return report;
            }
        }
        for (int i = from - 1; i >= 0; i--) {
            var report = report(observations.get(i), uid, end);
            if (report.isPresent()) {
                return report;
            }
        }
        return Optional.empty();
    }

    private static Optional<LoadReport> report(Observation observation, String uid, LoadReport end) {
        return observation.pods().stream()
                .filter(pod -> pod.uid().equals(uid))
                .flatMap(pod -> pod.load().stream())
                .filter(load -> load.epoch().equals(end.epoch()) && load.uptimeSeconds() < end.uptimeSeconds())
                .findFirst();
    }

    double offered() {
        return accepted + rateLimited + noRoom + closed + invalid;
    }

    /// Clients send again what was refused, so that refused events count at most as often as accepted
    /// ones.
    double demand() {
        return accepted + Math.min(rateLimited + noRoom + closed, accepted);
    }

    double rateLimitedRatio() {
        return offered() > 0 ? rateLimited / offered() : 0;
    }

    double errorRatio() {
        return attempts > 0 ? Math.min(1, failed / attempts) : 0;
    }

    double amplification() {
        return firstAttempts > 0 ? Math.max(1, attempts / firstAttempts) : 1;
    }

    double depthPercent() {
        return capacityBytes > 0 ? 100 * depthBytesMean / capacityBytes : 0;
    }

    double batchEvents() {
        return batches > 0 ? delivered / batches : 0;
    }

    /// More is there than the lanes have in flight, twice over, or producers were refused for want of
    /// room.
    boolean waiting() {
        return noRoom > 0 || depthEventsMean > 2 * lanes * Math.max(1, batchEvents());
    }

    Figures figures(OptionalDouble baselineMillis) {
        return new Figures(
                offered(),
                accepted,
                delivered,
                demand(),
                rateLimitedRatio(),
                depthPercent(),
                depthEvents,
                laneUtilisation,
                latencyMillis.orElse(0),
                baselineMillis.orElse(0),
                errorRatio(),
                amplification(),
                answered,
                ready);
    }

    static Figures noFigures(int ready, int answered) {
        return new Figures(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, answered, ready);
    }

    static boolean failing(LoadReport report) {
        return report.sink().health() != Health.OK;
    }
}
