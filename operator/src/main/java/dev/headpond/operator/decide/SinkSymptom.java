package dev.headpond.operator.decide;

import java.util.Optional;
import java.util.OptionalDouble;

/// What shows in one interval that the sink is the limit.
///
/// @param reason CamelCase word
/// @param message plain words with figures
record SinkSymptom(String reason, String message) {
    static final double ERROR_RATIO_MAX = 0.05;
    static final double LANES_BUSY = 0.9;
    static final double LATENCY_FACTOR = 1.5;
    /// Batches are larger under load and take longer for it, by less than this; a sink that is the limit
    /// takes more.
    static final double LATENCY_RISE_MILLIS_MIN = 2;

    static Optional<SinkSymptom> of(Span span, OptionalDouble baselineMillis) {
        if (span.misconfigured().isPresent() && span.delivered() == 0) {
            return symptom(
                    "SinkMisconfigured",
                    "the sink refuses every write until a person changes something: "
                            + span.misconfigured().get());
        }
        if (span.errorRatio() > ERROR_RATIO_MAX) {
            return symptom(
                    "SinkFailing",
                    "the sink is the limit: " + Words.percent(span.errorRatio())
                            + " of the writes to it fail; more pods would only add retries");
        }
        return away(span) ? silent(span) : slow(span, baselineMillis);
    }

    /// Nothing is delivered although something waits: the breaker is open, or requests hang without an
    /// answer.
    private static boolean away(Span span) {
        return span.delivered() == 0
                && span.depthEvents() > 0
                && (span.failing() > 0.5 || span.laneUtilisation() > LANES_BUSY);
    }

    private static Optional<SinkSymptom> silent(Span span) {
        return symptom(
                "SinkAway",
                "the sink takes nothing while " + Words.count((double) span.depthEvents())
                        + " events wait; more pods would not help");
    }

    private static Optional<SinkSymptom> slow(Span span, OptionalDouble baselineMillis) {
        if (baselineMillis.isEmpty() || span.latencyMillis().isEmpty()) {
            return Optional.empty();
        }
        double baseline = baselineMillis.getAsDouble();
        double latency = span.latencyMillis().getAsDouble();
        boolean slower = latency > baseline * LATENCY_FACTOR && latency > baseline + LATENCY_RISE_MILLIS_MIN;
        if (!slower || span.laneUtilisation() <= LANES_BUSY || !span.waiting()) {
            return Optional.empty();
        }
        return symptom(
                "SinkSlow",
                "the sink is the limit: lanes " + Words.percent(span.laneUtilisation()) + " busy, "
                        + Words.millis(latency) + " against a baseline of " + Words.millis(baseline)
                        + "; more pods would only add retries");
    }

    private static Optional<SinkSymptom> symptom(String reason, String message) {
        return Optional.of(new SinkSymptom(reason, message));
    }
}
