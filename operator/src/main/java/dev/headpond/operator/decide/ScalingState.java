package dev.headpond.operator.decide;

import java.util.List;
import java.util.OptionalDouble;

/// What a decider must remember between decisions beside the window of observations. Written to status and read back by
/// the next leader; every time is in milliseconds of the operator's clock.
///
/// @param holdUpUntilMillis no step up before this time (0: none)
/// @param latencyBaselineMillis the sink's unloaded answer time, or empty while unknown
/// @param history at most ten past steps, newest first
public record ScalingState(long holdUpUntilMillis, OptionalDouble latencyBaselineMillis, List<Step> history) {
    public static final ScalingState NONE = new ScalingState(0, OptionalDouble.empty(), List.of());
    public static final int HISTORY_MAX = 10;

    public ScalingState {
        history = List.copyOf(history);
    }

    /// One change of the number of pods.
    public record Step(long atMillis, int from, int to, Diagnosis diagnosis, String reason, String message) {}
}
