package dev.headpond.operator.status;

import dev.headpond.crds.IngestionBufferStatus;
import dev.headpond.crds.IngestionBufferStatus.Load;
import dev.headpond.crds.IngestionBufferStatus.Scaling;
import dev.headpond.crds.IngestionBufferStatus.SinkCeiling;
import dev.headpond.crds.IngestionBufferStatus.Step;
import dev.headpond.operator.decide.Decision;
import dev.headpond.operator.decide.Figures;
import dev.headpond.operator.decide.ScalingState;
import dev.headpond.operator.decide.ScalingStateText;
import dev.headpond.policy.Durations;
import dev.headpond.policy.LoadReport.SinkView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Makes the whole status from facts. Pure: what is to be written is compared with what stands there.
public final class StatusReport {
    private StatusReport() {}

    /// @param before what was last written; gives the times of transition
    public static IngestionBufferStatus of(Facts facts, IngestionBufferStatus before) {
        var inForce = facts.inForce();
        return new IngestionBufferStatus(
                facts.generation(),
                facts.pods().existing(),
                facts.pods().ready(),
                inForce.map(Facts.InForce::selector).orElse(null),
                inForce.map(Facts.InForce::endpoint).orElse(null),
                inForce.map(Facts.InForce::policyHash).orElse(null),
                inForce.map(Facts.InForce::effective).orElse(null),
                load(facts).orElse(null),
                facts.scaling().map(StatusReport::scaling).orElse(null),
                Conditions.of(facts, before.conditions() == null ? List.of() : before.conditions()));
    }

    private static Optional<Load> load(Facts facts) {
        return facts.scaling()
                .map(Facts.Scaling::decision)
                .filter(decision -> decision.figures().podsAnswered() > 0)
                .map(decision -> load(decision.figures(), sink(facts.sinks(), decision)));
    }

    private static Load load(Figures f, String sink) {
        return new Load(
                Rounded.count(f.offeredPerSecond()),
                Rounded.count(f.acceptedPerSecond()),
                Rounded.count(f.deliveredPerSecond()),
                Rounded.percent(f.rateLimitedRatio() * 100),
                Rounded.percent(f.depthPercent()),
                Rounded.count((double) f.depthEvents()),
                sink,
                Rounded.millis(f.sinkLatencyMillis()),
                Rounded.percent(f.errorRatio() * 100),
                Rounded.factor(f.amplification()),
                f.podsAnswered());
    }

    private static String sink(List<SinkView> sinks, Decision decision) {
        if (sinks.isEmpty()) {
            return "Unknown";
        }
        if (any(sinks, SinkView.Health.MISCONFIGURED)) {
            return "Misconfigured";
        }
        if (any(sinks, SinkView.Health.FAILING)) {
            return "Failing";
        }
        return Conditions.saturated(decision) ? "Saturated" : "Healthy";
    }

    private static boolean any(List<SinkView> sinks, SinkView.Health health) {
        return sinks.stream().anyMatch(sink -> sink.health() == health);
    }

    private static Scaling scaling(Facts.Scaling scaling) {
        var decision = scaling.decision();
        var state = decision.next();
        var steps = state.history().stream().map(StatusReport::step).toList();
        return new Scaling(
                scaling.desired(),
                decision.recommended(),
                decision.diagnosis().name(),
                decision.reason(),
                decision.message(),
                steps.isEmpty() ? null : steps.getFirst(),
                steps.size() < 2 ? null : steps.subList(1, Math.min(steps.size(), ScalingState.HISTORY_MAX)),
                state.ceiling().map(StatusReport::ceiling).orElse(null),
                time(state.holdUpUntilMillis()),
                state.latencyBaselineMillis().isPresent()
                        ? Rounded.millis(state.latencyBaselineMillis().getAsDouble())
                        : null,
                state.equals(ScalingState.NONE) ? null : ScalingStateText.write(state));
    }

    private static Step step(ScalingState.Step step) {
        return new Step(
                time(step.atMillis()), step.from(), step.to(), step.diagnosis().name(), step.reason(), step.message());
    }

    private static SinkCeiling ceiling(ScalingState.Ceiling ceiling) {
        return new SinkCeiling(
                ceiling.pods(),
                time(ceiling.expiresAtMillis()),
                Durations.format(Duration.ofMillis(ceiling.lifetimeMillis())),
                "More pods than these did not make the sink take more");
    }

    private static @Nullable String time(long millis) {
        return millis == 0 ? null : Instant.ofEpochMilli(millis).toString();
    }

    /// What the decider knew when `status` was written.
    public static ScalingState memory(IngestionBufferStatus status) {
        var scaling = status.scaling();
        return scaling == null || scaling.memory() == null
                ? ScalingState.NONE
                : ScalingStateText.read(scaling.memory());
    }
}
