package dev.headpond.operator.decide;

import dev.headpond.operator.decide.ScalingState.Judgement;
import dev.headpond.operator.decide.ScalingState.Step;
import dev.headpond.policy.Policy;
import dev.headpond.policy.ScalingPolicy;
import dev.headpond.policy.ScalingPolicy.Mode;
import java.util.Optional;

/// How many pods a buffer should have, and why. A pure function: the same arguments give the same
/// answer, and it may be asked as often as one likes between two observations.
///
/// The flow: learn from the window → hold, or follow the load ([Gates], the first reason wins) → bounds
/// and behaviour ([StepLimits]) → act, or only publish.
public final class Decider {
    private final DeciderTimings timings;
    private final Learning learning;

    public Decider(DeciderTimings timings) {
        this.timings = timings;
        this.learning = new Learning(timings);
    }

    /// @param policy what the pods are told
    /// @param scaling bounds and wishes
    /// @param workload what is known of the pods beside their loads
    /// @param window the last observations
    /// @param before [Decision#next] of the last decision, or [ScalingState#NONE]
    public Decision decide(
            Policy policy, ScalingPolicy scaling, Workload workload, Window window, ScalingState before) {
        var learnt = learn(Case.of(policy, scaling, workload, window, before, timings));
        var held = Gates.hold(learnt);
        var c = learnt.with(needed(learnt, held));
        var verdict = held.orElseGet(() -> Gates.follow(c));
        var limits = new StepLimits(policy, scaling, workload.replicas(), workload.atMillis(), c.state());
        var limited = limits.apply(verdict);
        return acts(c) ? act(c, limited, limits) : publish(c, limited, limits);
    }

    private Case learn(Case c) {
        long now = c.now();
        var state =
                c.state().of(Integer.toHexString(c.policy().sink().toString().hashCode()));
        state = learning.readiness(state, c.workload());
        state = learning.baseline(state, c.whole(), now);
        state = learning.judgement(state, c.whole(), now);
        var seen = Case.of(c.policy(), c.scaling(), c.workload(), c.window(), state, timings);
        return seen.with(learning.sink(state, seen.symptoms(), now));
    }

    /// While the load says nothing, all present pods count as needed: what nobody saw is no reason to go
    /// down.
    private static ScalingState needed(Case c, Optional<Verdict> held) {
        boolean known = c.whole().isPresent() && held.map(Decider::loadIsKnown).orElse(true);
        int need = known ? Math.min(c.needs().pods(c.whole().get()), c.scaling().maxReplicas()) : c.replicas();
        var behavior = c.scaling().behavior();
        return c.state()
                .needed(
                        Staircase.HIGHEST.with(
                                c.state().peaks(),
                                need,
                                c.replicas(),
                                c.now(),
                                behavior.scaleDown().stabilizationWindow().toMillis()),
                        Staircase.LOWEST.with(
                                c.state().troughs(),
                                need,
                                c.replicas(),
                                c.now(),
                                behavior.scaleUp().stabilizationWindow().toMillis()));
    }

    private static boolean loadIsKnown(Verdict held) {
        return held.reason().equals("SinkSuspected") || held.reason().equals("SinkRecovering");
    }

    private static boolean acts(Case c) {
        return c.scaling().mode() == Mode.Automatic && !c.workload().paused();
    }

    private static Decision act(Case c, Verdict verdict, StepLimits limits) {
        var next = verdict.wanted() == c.replicas() ? c.state() : stepped(c, verdict, limits);
        return new Decision(
                verdict.wanted(),
                verdict.wanted(),
                verdict.diagnosis(),
                verdict.reason(),
                verdict.message(),
                c.figures(),
                next);
    }

    private static ScalingState stepped(Case c, Verdict verdict, StepLimits limits) {
        var step = new Step(
                c.now(), c.replicas(), verdict.wanted(), verdict.diagnosis(), verdict.reason(), verdict.message());
        var state = c.state().stepped(step, limits.recentChanges());
        return step.up() ? state.awaiting(step.to(), 0, toJudge(c, step)) : state;
    }

    /// A step for delivery is judged by what it gains, and so is the probe over a ceiling.
    private static Optional<Judgement> toJudge(Case c, Step step) {
        boolean probe = c.state()
                .ceiling()
                .filter(ceiling -> step.to() > ceiling.pods())
                .isPresent();
        return step.diagnosis() == Diagnosis.DeliveryBound || probe
                ? c.recent()
                        .map(span -> new Judgement(
                                step.from(), step.to(), Math.round(span.delivered()), span.depthBytes(), 0))
                : c.state().judgement();
    }

    private static Decision publish(Case c, Verdict verdict, StepLimits limits) {
        boolean paused = c.workload().paused();
        int replicas = paused ? c.replicas() : Math.min(c.scaling().replicas(), StepLimits.sinkLimit(c.policy()));
        var reason = paused ? "Paused" : c.scaling().mode().name();
        var message = why(c) + "; the rule would have " + Words.pods(verdict.wanted()) + ": " + verdict.message();
        var shown = new Verdict(Diagnosis.NotActing, reason, message, replicas);
        return new Decision(
                replicas,
                verdict.wanted(),
                shown.diagnosis(),
                reason,
                message,
                c.figures(),
                replicas == c.replicas() ? c.state() : stepped(c, shown, limits));
    }

    private static String why(Case c) {
        if (c.workload().paused()) {
            return "scaling is paused by annotation";
        }
        return switch (c.scaling().mode()) {
            case Recommend -> "scaling.mode is Recommend";
            case External -> "scaling.mode is External: /scale decides";
            case Automatic -> throw new IllegalStateException("an automatic buffer acts");
        };
    }
}
