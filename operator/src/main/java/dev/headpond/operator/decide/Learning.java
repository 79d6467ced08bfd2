package dev.headpond.operator.decide;

import dev.headpond.operator.decide.ScalingState.Baseline;
import dev.headpond.operator.decide.ScalingState.Ceiling;
import dev.headpond.operator.decide.ScalingState.Judgement;
import java.util.List;
import java.util.Optional;

/// What the state learns from a window, before anything is decided. Each method gives the same state
/// when it is asked again with the same window.
final class Learning {
    /// Part of the pods that must be ready: one late pod of many is no reason to stand still.
    static final double READY_MIN = 0.9;
    /// Lanes busier than this tell nothing of the unloaded sink.
    static final double CALM = 0.7;
    static final double GAIN_MIN = 0.3;
    /// A queue that kept this part of what waited before a step has stayed.
    static final double DEPTH_STAYED = 0.8;
    private static final double BASELINE_RISE_MAX = 1.25;
    private static final double BASELINE_NOISE = 1.1;
    private static final long ANSWERS_MIN = 10;
    /// A judgement that cannot be made for want of figures is dropped after this many times its waiting
    /// time.
    private static final int JUDGE_PATIENCE = 5;

    private final DeciderTimings timings;

    Learning(DeciderTimings timings) {
        this.timings = timings;
    }

    static boolean enoughReady(int ready, int replicas) {
        return ready >= Math.ceil(replicas * READY_MIN - 1e-9);
    }

    ScalingState readiness(ScalingState state, Workload workload) {
        int awaited = Math.min(state.awaitedReady(), workload.replicas());
        if (awaited == 0) {
            return enoughReady(workload.readyReplicas(), workload.replicas())
                    ? state
                    : state.awaiting(workload.replicas(), state.settleUntilMillis(), state.judgement());
        }
        if (!enoughReady(workload.readyReplicas(), awaited)) {
            return state;
        }
        long now = workload.atMillis();
        return state.awaiting(
                0,
                now + timings.settle().toMillis(),
                state.judgement()
                        .map(j -> judgedAt(j, now + timings.judgeAfter().toMillis())));
    }

    private static Judgement judgedAt(Judgement j, long atMillis) {
        return j.judgeAtMillis() > 0
                ? j
                : new Judgement(j.from(), j.to(), j.deliveredPerSecond(), j.depthBytes(), atMillis);
    }

    /// The unloaded answer time falls at once and rises slowly: a sink that became slow must not soon
    /// pass as well.
    ScalingState baseline(ScalingState state, Optional<Span> whole, long nowMillis) {
        var calm = whole.filter(Learning::calm);
        if (calm.isEmpty()) {
            return state;
        }
        double latency = Words.rounded(calm.get().latencyMillis().orElseThrow(), 3);
        var known = state.baseline();
        if (known.isEmpty() || latency < known.get().millis() / BASELINE_NOISE) {
            return state.learnt(Optional.of(new Baseline(latency, nowMillis)));
        }
        boolean old =
                nowMillis - known.get().sinceMillis() >= timings.baselineAge().toMillis();
        if (!old || latency <= known.get().millis() * BASELINE_NOISE) {
            return state;
        }
        double risen = Math.min(latency, known.get().millis() * BASELINE_RISE_MAX);
        return state.learnt(Optional.of(new Baseline(Words.rounded(risen, 3), nowMillis)));
    }

    private static boolean calm(Span span) {
        return span.answers() >= ANSWERS_MIN
                && span.latencyMillis().isPresent()
                && span.laneUtilisation() < CALM
                && span.errorRatio() <= SinkSymptom.ERROR_RATIO_MAX
                && span.noRoom() == 0;
    }

    /// Saturated when every interval in a row shows it; well again when none does.
    ScalingState sink(ScalingState state, List<Optional<SinkSymptom>> row, long nowMillis) {
        if (row.size() < timings.samplesInARow()) {
            return state;
        }
        if (row.stream().allMatch(Optional::isPresent)) {
            return state.sinkSaturated() ? state : state.sink(true, 0);
        }
        return state.sinkSaturated() && row.stream().allMatch(Optional::isEmpty)
                ? state.sink(false, nowMillis + timings.afterSaturation().toMillis())
                : state;
    }

    /// Judges the last step up for delivery when its time has come.
    ScalingState judgement(ScalingState state, Optional<Span> whole, long nowMillis) {
        var due = state.judgement().filter(j -> j.judgeAtMillis() > 0 && nowMillis >= j.judgeAtMillis());
        if (due.isEmpty()) {
            return forgetOldCeiling(state, nowMillis);
        }
        var judged = due.get();
        if (whole.isEmpty()) {
            long patience = timings.judgeAfter().multipliedBy(JUDGE_PATIENCE).toMillis();
            return nowMillis > judged.judgeAtMillis() + patience ? state.judged(state.ceiling()) : state;
        }
        double gain = gain(judged, whole.get());
        boolean stayed = judged.depthBytes() > 0 && whole.get().depthBytes() >= judged.depthBytes() * DEPTH_STAYED;
        return stayed && gain < GAIN_MIN
                ? state.judged(Optional.of(ceiling(state, judged, gain, nowMillis)))
                : state.judged(state.ceiling().filter(c -> judged.to() <= c.pods()));
    }

    /// Share of the hoped-for gain that came: 1 is all of it.
    static double gain(Judgement judged, Span span) {
        double hoped = judged.deliveredPerSecond() * ((double) judged.to() / judged.from() - 1);
        return hoped > 0 ? (span.delivered() - judged.deliveredPerSecond()) / hoped : 0;
    }

    private Ceiling ceiling(ScalingState state, Judgement judged, double gain, long nowMillis) {
        long lifetime = state.ceiling()
                .map(c -> Math.min(2 * c.lifetimeMillis(), timings.ceilingMax().toMillis()))
                .orElse(timings.ceilingMin().toMillis());
        int useful = (int) (Math.max(0, gain) * (judged.to() - judged.from()));
        return new Ceiling(judged.from() + useful, nowMillis + lifetime, lifetime);
    }

    /// An expired ceiling still limits the next step to a probe; one that nobody needed for long is
    /// forgotten.
    private ScalingState forgetOldCeiling(ScalingState state, long nowMillis) {
        var old = state.ceiling()
                .filter(c ->
                        nowMillis > c.expiresAtMillis() + timings.ceilingMax().toMillis());
        return old.isEmpty() || state.judgement().isPresent() ? state : state.judged(Optional.empty());
    }
}
