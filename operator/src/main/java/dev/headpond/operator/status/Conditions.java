package dev.headpond.operator.status;

import dev.headpond.operator.decide.Decision;
import dev.headpond.operator.decide.Diagnosis;
import dev.headpond.policy.LoadReport.SinkView;
import dev.headpond.policy.ScalingPolicy.Mode;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/// The six conditions, from facts. Messages hold no times and no counters: the same state has the same text.
final class Conditions {
    private final Facts facts;
    private final List<Condition> before;

    private Conditions(Facts facts, List<Condition> before) {
        this.facts = facts;
        this.before = before;
    }

    /// @param before the conditions that were last written; a time of transition is kept while the status stays
    static List<Condition> of(Facts facts, List<Condition> before) {
        return new Conditions(facts, before).all();
    }

    private List<Condition> all() {
        return List.of(ready(), progressing(), degraded(), metricsAvailable(), sinkSaturated(), scalingActive());
    }

    /// Whether the buffer as it is declared now takes events. False for a refused spec even though the last good one
    /// keeps serving: whoever waits for Ready after an edit must not be told that the edit is in force.
    private Condition ready() {
        if (facts.problems().isPresent()) {
            return condition(
                    "Ready",
                    "False",
                    "InvalidSpec",
                    facts.inForce().isPresent()
                            ? "The spec is refused; the last good one keeps running"
                            : "The spec is refused; nothing runs yet");
        }
        if (!facts.foreign().isEmpty()) {
            return condition("Ready", "False", "NameTaken", foreignMessage());
        }
        return facts.pods().ready() > 0
                ? condition("Ready", "True", "TakesEvents", "Pods take events")
                : condition("Ready", "False", "NoPodReady", "No pod takes events yet");
    }

    private Condition progressing() {
        var desired = facts.scaling().map(Facts.Scaling::desired).orElse(0);
        var pods = facts.pods();
        if (pods.rollingOut()) {
            return condition("Progressing", "True", "RollingOut", "Pods of an older template are being replaced");
        }
        if (pods.existing() != desired) {
            return condition("Progressing", "True", "Scaling", "The number of pods changes to " + desired);
        }
        if (pods.ready() < desired) {
            return condition("Progressing", "True", "PodsNotReady", "Not every pod is ready");
        }
        return condition("Progressing", "False", "Complete", "Everything is as declared");
    }

    private Condition degraded() {
        if (facts.problems().isPresent()) {
            return condition("Degraded", "True", "InvalidSpec", facts.problems().get());
        }
        if (!facts.foreign().isEmpty()) {
            return condition("Degraded", "True", "NameTaken", foreignMessage());
        }
        if (facts.failure().isPresent()) {
            return condition("Degraded", "True", "ApplyFailed", facts.failure().get());
        }
        var misconfigured = facts.sinks().stream()
                .filter(sink -> sink.health() == SinkView.Health.MISCONFIGURED)
                .findFirst();
        return misconfigured
                .map(sink -> condition("Degraded", "True", "SinkMisconfigured", sink.reason()))
                .orElseGet(() -> condition("Degraded", "False", "AsDeclared", "Nothing is wrong"));
    }

    private String foreignMessage() {
        return String.join(", ", facts.foreign())
                + (facts.foreign().size() == 1 ? " exists and is" : " exist and are")
                + " not owned by this IngestionBuffer; delete or rename, or give the buffer another name";
    }

    private Condition metricsAvailable() {
        return decision()
                .map(d -> measured(d)
                        ? condition("MetricsAvailable", "True", "PodsAnswer", "Pods report their load")
                        : condition(
                                "MetricsAvailable",
                                "False",
                                "PodsDoNotAnswer",
                                "Under 70 % of the ready pods report their load; the number of pods is held"))
                .orElseGet(() -> condition("MetricsAvailable", "Unknown", "NothingRuns", "There are no pods to ask"));
    }

    private Condition sinkSaturated() {
        var known = decision().filter(Conditions::measured);
        if (known.isEmpty()) {
            return condition("SinkSaturated", "Unknown", "NoMetrics", "Nothing is known of the sink");
        }
        return saturated(known.get())
                ? condition(
                        "SinkSaturated",
                        "True",
                        known.get().diagnosis() == Diagnosis.SinkSaturated
                                ? known.get().reason()
                                : "SinkSaturated",
                        "The sink is the limit; more pods would not help")
                : condition("SinkSaturated", "False", "SinkKeepsUp", "The sink takes what is sent");
    }

    static boolean saturated(Decision decision) {
        return decision.next().sinkSaturated()
                || (decision.diagnosis() == Diagnosis.SinkSaturated
                        && !decision.reason().equals("SinkSuspected"));
    }

    private Condition scalingActive() {
        if (facts.scaling().isEmpty()) {
            return condition("ScalingActive", "False", "NothingRuns", "There is nothing to scale");
        }
        var scaling = facts.scaling().get();
        if (scaling.paused()) {
            return condition("ScalingActive", "False", "Paused", "Paused by the annotation headpond.dev/paused");
        }
        if (scaling.mode() != Mode.Automatic) {
            return condition(
                    "ScalingActive",
                    "False",
                    scaling.mode().name(),
                    "The number of pods follows spec.scaling.replicas");
        }
        return measured(scaling.decision())
                ? condition("ScalingActive", "True", "Automatic", "Headpond decides the number of pods")
                : condition("ScalingActive", "False", "MetricsUnavailable", "Without metrics the number is held");
    }

    private Optional<Decision> decision() {
        return facts.scaling().map(Facts.Scaling::decision);
    }

    private static boolean measured(Decision decision) {
        return decision.diagnosis() != Diagnosis.MetricsUnavailable
                && decision.figures().podsAnswered() > 0;
    }

    private Condition condition(String type, String status, String reason, String message) {
        return new ConditionBuilder()
                .withType(type)
                .withStatus(status)
                .withReason(reason)
                .withMessage(message)
                .withObservedGeneration(facts.generation())
                .withLastTransitionTime(since(type, status))
                .build();
    }

    private String since(String type, String status) {
        return before.stream()
                .filter(c -> type.equals(c.getType()) && status.equals(c.getStatus()))
                .map(Condition::getLastTransitionTime)
                .filter(time -> time != null && !time.isEmpty())
                .findFirst()
                .orElseGet(() -> Instant.ofEpochMilli(facts.atMillis())
                        .truncatedTo(ChronoUnit.SECONDS)
                        .toString());
    }
}
