package dev.headpond.operator.decide;

import dev.headpond.policy.Policy;
import dev.headpond.policy.ScalingPolicy;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// All that the gates look at.
///
/// @param row the last intervals, newest first: `samplesInARow` of them, or fewer where that many are
///     not there
/// @param symptoms of the sink, for each of `row`
/// @param recent from the begin of `row` to its end
/// @param whole the whole window
record Case(
        Policy policy,
        ScalingPolicy scaling,
        Workload workload,
        Window window,
        ScalingState state,
        DeciderTimings timings,
        List<Span> row,
        List<Optional<SinkSymptom>> symptoms,
        Optional<Span> recent,
        Optional<Span> whole) {
    static Case of(
            Policy policy,
            ScalingPolicy scaling,
            Workload workload,
            Window window,
            ScalingState state,
            DeciderTimings timings) {
        var row = window.intervals(timings.samplesInARow());
        var baseline = state.latencyBaselineMillis();
        return new Case(
                policy,
                scaling,
                workload,
                window,
                state,
                timings,
                row,
                row.stream().map(span -> SinkSymptom.of(span, baseline)).toList(),
                window.last(timings.samplesInARow()),
                window.whole());
    }

    Case with(ScalingState other) {
        return new Case(policy, scaling, workload, window, other, timings, row, symptoms, recent, whole);
    }

    int replicas() {
        return workload.replicas();
    }

    long now() {
        return workload.atMillis();
    }

    Needs needs() {
        return new Needs(policy, timings.catchUp());
    }

    boolean fullRow() {
        return row.size() >= timings.samplesInARow();
    }

    boolean inARow(Predicate<Span> reason) {
        return fullRow() && row.stream().allMatch(reason);
    }

    boolean overRatio(Span span) {
        return span.rateLimitedRatio() > scaling.maxRateLimitedRatio().value();
    }

    /// Over the target, or on the way to the high-water mark.
    boolean deliveryBound(Span span) {
        if (span.depthPercent() > scaling.targetQueueDepthPercent()) {
            return true;
        }
        double mark = span.capacityBytes() * (policy.buffer().highWaterMarkPercent() / 100.0);
        return span.growth() > 0
                && span.waiting()
                && (mark - span.depthBytes()) / span.growth()
                        < timings.horizon().toSeconds();
    }

    Verdict hold(Diagnosis diagnosis, String reason, String message) {
        return new Verdict(diagnosis, reason, message, replicas());
    }

    Figures figures() {
        return whole.map(span -> span.figures(state.latencyBaselineMillis()))
                .orElseGet(() -> Span.noFigures(
                        workload.readyReplicas(),
                        window.newest().map(Observation::answered).orElse(0)));
    }
}
