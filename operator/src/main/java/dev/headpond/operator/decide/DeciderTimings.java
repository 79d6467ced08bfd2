package dev.headpond.operator.decide;

import java.time.Duration;

/// The clocks of the rule. The rule itself does not change with them.
///
/// @param period distance of two observations
/// @param windowSamples observations that the window keeps
/// @param samplesInARow intervals, one after the other, for which a reason to go up must hold
/// @param settle after a step up nothing goes up for this long, counted from when the new pods are
///     ready: they start cold, and refused clients come back in a flood. At least as long as the window,
///     so that no figure mixes both sides
/// @param afterSaturation nothing goes up for this long after the sink was the limit
/// @param judgeAfter from when the new pods are ready until the gain of the step is judged
/// @param ceilingMin how long the first ceiling holds; doubles each time that it is found again
/// @param ceilingMax longest time that a ceiling holds
/// @param catchUp time in which a backlog should be written
/// @param horizon a queue that grows to the high-water mark within this time counts as delivery bound
/// @param baselineAge after this time the sink's unloaded latency may be believed to have risen
public record DeciderTimings(
        Duration period,
        int windowSamples,
        int samplesInARow,
        Duration settle,
        Duration afterSaturation,
        Duration judgeAfter,
        Duration ceilingMin,
        Duration ceilingMax,
        Duration catchUp,
        Duration horizon,
        Duration baselineAge) {
    public static final DeciderTimings PRODUCTION = new DeciderTimings(
            Duration.ofSeconds(5),
            5,
            3,
            Duration.ofSeconds(30),
            Duration.ofSeconds(60),
            Duration.ofSeconds(60),
            Duration.ofMinutes(30),
            Duration.ofHours(4),
            Duration.ofMinutes(5),
            Duration.ofSeconds(60),
            Duration.ofMinutes(10));

    /// For trying out on one machine, where pods start within a second or two: the same rule on clocks
    /// five times as fast, so that a person who watches sees a scale-out within half a minute.
    public static final DeciderTimings PLAYGROUND = new DeciderTimings(
            Duration.ofSeconds(1),
            5,
            3,
            Duration.ofSeconds(6),
            Duration.ofSeconds(12),
            Duration.ofSeconds(12),
            Duration.ofMinutes(6),
            Duration.ofMinutes(48),
            Duration.ofMinutes(1),
            Duration.ofSeconds(12),
            Duration.ofMinutes(2));

    public DeciderTimings {
        if (samplesInARow < 1 || windowSamples <= samplesInARow) {
            throw new IllegalArgumentException(
                    "windowSamples: " + windowSamples + " must be over samplesInARow (" + samplesInARow + ")");
        }
        if (settle.compareTo(period.multipliedBy(windowSamples)) < 0) {
            throw new IllegalArgumentException("settle: " + settle + " is shorter than the window");
        }
    }

    /// Age over which observations say nothing of the present.
    Duration staleAfter() {
        return period.multipliedBy(windowSamples - 1L);
    }
}
