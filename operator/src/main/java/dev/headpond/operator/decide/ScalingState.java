package dev.headpond.operator.decide;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// What a decider must remember between decisions beside the window of observations. Written to status
/// and read back by the next leader ([ScalingStateText]). Times are milliseconds of the operator's
/// clock, 0 where there is none. In a steady state nothing in it changes, so that status need not be
/// written.
///
/// @param sinkHash the sink that the rest was learnt from; another sink forgets ceiling, judgement and
///     baseline
/// @param awaitedReady ready pods that a step up waits for; 0 for none
/// @param settleUntilMillis the last step up is still settling
/// @param sinkSaturated whether the sink was the limit when last looked at
/// @param sinkHoldUntilMillis the sink was the limit a short time ago
/// @param baseline the sink's unloaded answer time, or empty while unknown
/// @param ceiling most pods that were found to help, or empty
/// @param judgement a step up whose gain is still to be judged, or empty
/// @param peaks highest needs of the scale-down window
/// @param troughs lowest needs of the scale-up window
/// @param changes changes of the number of pods within the longest period of `behavior`, newest first
/// @param history at most ten past steps, newest first
public record ScalingState(
        String sinkHash,
        int awaitedReady,
        long settleUntilMillis,
        boolean sinkSaturated,
        long sinkHoldUntilMillis,
        Optional<Baseline> baseline,
        Optional<Ceiling> ceiling,
        Optional<Judgement> judgement,
        List<Need> peaks,
        List<Need> troughs,
        List<Change> changes,
        List<Step> history) {
    public static final int HISTORY_MAX = 10;
    /// More changes than a period of half an hour can hold when each step settles.
    public static final int CHANGES_MAX = 64;

    public static final ScalingState NONE = new ScalingState(
            "",
            0,
            0,
            false,
            0,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            List.of(),
            List.of(),
            List.of());

    public ScalingState {
        peaks = List.copyOf(peaks);
        troughs = List.copyOf(troughs);
        changes = List.copyOf(changes);
        history = List.copyOf(history);
    }

    /// @param millis answer time of the sink while it had little to do
    /// @param sinceMillis when that was last changed
    public record Baseline(double millis, long sinceMillis) {}

    /// @param pods most pods that help: the gain of more was too small
    /// @param expiresAtMillis from then on one probe of one more pod is allowed
    /// @param lifetimeMillis how long it was set for; doubles when it is found again
    public record Ceiling(int pods, long expiresAtMillis, long lifetimeMillis) {
        boolean holds(long nowMillis) {
            return nowMillis < expiresAtMillis;
        }
    }

    /// @param from pods before the step
    /// @param to pods after it, as it was carried out and not as it was wished
    /// @param deliveredPerSecond what the pods delivered before
    /// @param depthBytes what waited before
    /// @param judgeAtMillis when to judge; 0 until the new pods are ready
    public record Judgement(int from, int to, double deliveredPerSecond, long depthBytes, long judgeAtMillis) {}

    /// @param pods that were needed
    /// @param untilMillis when that need ended; 0 for the present one
    public record Need(int pods, long untilMillis) {}

    /// @param delta pods added, negative for pods taken away
    public record Change(long atMillis, int delta) {}

    /// One change of the number of pods.
    public record Step(long atMillis, int from, int to, Diagnosis diagnosis, String reason, String message) {
        boolean up() {
            return to > from;
        }
    }

    /// No step up before this time; 0 for none.
    public long holdUpUntilMillis() {
        return Math.max(settleUntilMillis, sinkHoldUntilMillis);
    }

    public OptionalDouble latencyBaselineMillis() {
        return baseline.map(b -> OptionalDouble.of(b.millis())).orElse(OptionalDouble.empty());
    }

    /// Forgets what was learnt of another sink.
    ScalingState of(String hash) {
        if (hash.equals(sinkHash)) {
            return this;
        }
        return new ScalingState(
                hash,
                awaitedReady,
                settleUntilMillis,
                false,
                0,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                peaks,
                troughs,
                changes,
                history);
    }

    ScalingState awaiting(int ready, long settleUntil, Optional<Judgement> judged) {
        return new ScalingState(
                sinkHash,
                ready,
                settleUntil,
                sinkSaturated,
                sinkHoldUntilMillis,
                baseline,
                ceiling,
                judged,
                peaks,
                troughs,
                changes,
                history);
    }

    ScalingState sink(boolean saturated, long holdUntil) {
        return new ScalingState(
                sinkHash,
                awaitedReady,
                settleUntilMillis,
                saturated,
                holdUntil,
                baseline,
                ceiling,
                judgement,
                peaks,
                troughs,
                changes,
                history);
    }

    ScalingState learnt(Optional<Baseline> latency) {
        return new ScalingState(
                sinkHash,
                awaitedReady,
                settleUntilMillis,
                sinkSaturated,
                sinkHoldUntilMillis,
                latency,
                ceiling,
                judgement,
                peaks,
                troughs,
                changes,
                history);
    }

    ScalingState judged(Optional<Ceiling> found) {
        return new ScalingState(
                sinkHash,
                awaitedReady,
                settleUntilMillis,
                sinkSaturated,
                sinkHoldUntilMillis,
                baseline,
                found,
                Optional.empty(),
                peaks,
                troughs,
                changes,
                history);
    }

    ScalingState needed(List<Need> highest, List<Need> lowest) {
        return new ScalingState(
                sinkHash,
                awaitedReady,
                settleUntilMillis,
                sinkSaturated,
                sinkHoldUntilMillis,
                baseline,
                ceiling,
                judgement,
                highest,
                lowest,
                changes,
                history);
    }

    ScalingState stepped(Step step, List<Change> recent) {
        return new ScalingState(
                sinkHash,
                awaitedReady,
                settleUntilMillis,
                sinkSaturated,
                sinkHoldUntilMillis,
                baseline,
                ceiling,
                judgement,
                peaks,
                troughs,
                first(CHANGES_MAX, new Change(step.atMillis(), step.to() - step.from()), recent),
                first(HISTORY_MAX, step, history));
    }

    private static <T> List<T> first(int most, T newest, List<T> older) {
        var all = new ArrayList<T>();
        all.add(newest);
        all.addAll(older);
        return all.subList(0, Math.min(most, all.size()));
    }
}
