package dev.headpond.operator.decide;

import java.util.Optional;

/// The reasons of the rule, one method each, in the order in which they are asked. The first that
/// answers wins.
final class Gates {
    static final double ANSWERED_MIN = 0.7;

    private Gates() {}

    /// Reasons to hold whatever the load is.
    static Optional<Verdict> hold(Case c) {
        return metricsUnavailable(c).or(() -> stabilizing(c)).or(() -> sink(c));
    }

    /// Reasons that follow the load; the last always answers.
    static Verdict follow(Case c) {
        return admissionBound(c)
                .or(() -> deliveryBound(c))
                .map(up -> underCeiling(c, up))
                .or(() -> refusedBelowRate(c))
                .or(() -> oversized(c))
                .orElseGet(() -> inBand(c));
    }

    private static Optional<Verdict> metricsUnavailable(Case c) {
        if (c.workload().readyReplicas() == 0) {
            return Optional.empty();
        }
        var newest = c.window().newest();
        if (newest.isEmpty()
                || c.now() - newest.get().atMillis() > c.timings().staleAfter().toMillis()) {
            return Optional.of(
                    c.hold(Diagnosis.MetricsUnavailable, "NoRecentSample", "no pod has been read of late; holding"));
        }
        int ready = newest.get().ready();
        int answered = newest.get().answered();
        return answered >= ready * ANSWERED_MIN
                ? Optional.empty()
                : Optional.of(c.hold(
                        Diagnosis.MetricsUnavailable,
                        "PodsSilent",
                        "only " + answered + " of " + ready + " ready pods told their load; holding"));
    }

    private static Optional<Verdict> stabilizing(Case c) {
        var workload = c.workload();
        if (workload.rollingOut()) {
            return stabilizing(c, "RollingOut", "pods of an older policy are being replaced; holding");
        }
        if (!Learning.enoughReady(workload.readyReplicas(), workload.replicas())) {
            return stabilizing(
                    c,
                    "PodsNotReady",
                    workload.readyReplicas() + " of " + Words.pods(workload.replicas()) + " ready; holding");
        }
        if (c.now() < c.state().settleUntilMillis()) {
            return stabilizing(c, "Settling", "new pods are warming up; holding");
        }
        return c.fullRow()
                ? Optional.empty()
                : stabilizing(c, "Observing", "too few observations in a row yet; holding");
    }

    private static Optional<Verdict> stabilizing(Case c, String reason, String message) {
        return Optional.of(c.hold(Diagnosis.Stabilizing, reason, message));
    }

    private static Optional<Verdict> sink(Case c) {
        var symptom = c.symptoms().stream().flatMap(Optional::stream).findFirst();
        if (c.state().sinkSaturated()) {
            return symptom.map(s -> c.hold(Diagnosis.SinkSaturated, s.reason(), s.message()))
                    .or(() -> Optional.of(c.hold(
                            Diagnosis.SinkSaturated, "SinkRecovering", "the sink was the limit until now; holding")));
        }
        if (symptom.isPresent()) {
            return symptom.map(
                    s -> c.hold(Diagnosis.SinkSaturated, "SinkSuspected", "not yet for long: " + s.message()));
        }
        return c.now() < c.state().sinkHoldUntilMillis()
                ? stabilizing(c, "SinkRecovering", "the sink was the limit a short time ago; holding")
                : Optional.empty();
    }

    private static Optional<Verdict> admissionBound(Case c) {
        if (!c.inARow(c::overRatio) || c.recent().isEmpty()) {
            return Optional.empty();
        }
        var span = c.recent().get();
        int need = c.needs().admission(span);
        return need <= c.replicas()
                ? Optional.empty()
                : Optional.of(new Verdict(
                        Diagnosis.AdmissionBound,
                        "RateLimited",
                        refused(c, span) + ": about " + Words.count(span.demand()) + " events/s need "
                                + Words.pods(need) + " of "
                                + Words.count((double) c.policy().admission().eventsPerSecond()),
                        need));
    }

    private static String refused(Case c, Span span) {
        return "the token buckets refuse " + Words.percent(span.rateLimitedRatio()) + " of "
                + Words.count(span.offered()) + " events/s, more than "
                + Words.percent(c.scaling().maxRateLimitedRatio().value());
    }

    private static Optional<Verdict> deliveryBound(Case c) {
        if (!c.inARow(c::deliveryBound) || c.recent().isEmpty()) {
            return Optional.empty();
        }
        var span = c.recent().get();
        int need = c.needs().delivery(span);
        if (need <= c.replicas()) {
            return Optional.of(
                    c.hold(Diagnosis.InBand, "BacklogDraining", waiting(span) + ", which the present pods can write"));
        }
        if (c.state().judgement().isPresent()) {
            return Optional.of(c.hold(
                    Diagnosis.Stabilizing,
                    "JudgingLastStep",
                    waiting(span) + "; waiting for what the last step gains before another"));
        }
        // Without a baseline nobody knows whether the sink is the limit: one pod more, and its gain is judged.
        int wanted = c.state().baseline().isPresent() ? need : c.replicas() + 1;
        return Optional.of(new Verdict(
                Diagnosis.DeliveryBound,
                "QueueGrows",
                waiting(span) + " while the sink is well: about " + Words.count(span.demand())
                        + " events/s need " + Words.pods(need) + " that deliver "
                        + Words.count(c.needs().perBusyPod(span)) + " each",
                wanted));
    }

    private static String waiting(Span span) {
        return "the queue is " + Words.percent(span.depthPercent() / 100) + " full with "
                + Words.count((double) span.depthEvents()) + " events";
    }

    private static Verdict underCeiling(Case c, Verdict up) {
        var ceiling = c.state().ceiling();
        if (ceiling.isEmpty() || up.wanted() <= c.replicas()) {
            return up;
        }
        int found = Math.max(ceiling.get().pods(), c.replicas());
        int allowed = ceiling.get().holds(c.now()) ? found : found + 1;
        return allowed <= c.replicas()
                ? c.hold(
                        Diagnosis.SinkSaturated,
                        "SinkCeiling",
                        "more than " + Words.pods(ceiling.get().pods())
                                + " gained next to nothing, the sink is the limit (" + up.message() + ")")
                : up.wanting(Math.min(up.wanted(), allowed));
    }

    /// More pods would not help: the load is uneven over pods, or comes in bursts shorter than an
    /// interval.
    private static Optional<Verdict> refusedBelowRate(Case c) {
        if (!c.inARow(c::overRatio) || c.recent().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(c.hold(
                Diagnosis.AdmissionBound,
                "RefusedBelowRate",
                refused(c, c.recent().get()) + ", although all pods together have room: producers' connections are"
                        + " uneven, or bursts are over admission.burst"));
    }

    private static Optional<Verdict> oversized(Case c) {
        int replicas = c.replicas();
        int peak = Staircase.HIGHEST.of(
                c.state().peaks(), c.recent().map(c.needs()::pods).orElse(replicas));
        boolean room = Math.max(peak, c.scaling().minReplicas()) < replicas;
        if (!room || !calm(c) || !downAllowed(c)) {
            return Optional.empty();
        }
        return Optional.of(new Verdict(
                Diagnosis.Oversized,
                "LessNeeded",
                Words.pods(peak) + " would have been enough for the whole of the last "
                        + c.scaling()
                                .behavior()
                                .scaleDown()
                                .stabilizationWindow()
                                .toSeconds() + " s",
                replicas - 1));
    }

    private static boolean calm(Case c) {
        return c.row().stream().noneMatch(span -> c.overRatio(span) || c.deliveryBound(span));
    }

    private static boolean downAllowed(Case c) {
        long window = c.scaling().behavior().scaleDown().stabilizationWindow().toMillis();
        return c.state().history().stream()
                .allMatch(step -> c.now() - step.atMillis()
                        >= (step.up() ? window : c.timings().settle().toMillis()));
    }

    private static Verdict inBand(Case c) {
        return c.hold(Diagnosis.InBand, "InBand", "load, queue and sink are within their bounds");
    }
}
