package dev.headpond.operator.status;

import dev.headpond.crds.IngestionBufferStatus;
import dev.headpond.crds.IngestionBufferStatus.Step;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Something that a person should hear of once, as a Kubernetes Event.
///
/// @param warning whether it needs attention
/// @param reason in CamelCase
/// @param action what Headpond did or refused to do, in CamelCase
/// @param note plain words
public record Notice(boolean warning, String reason, String action, String note) {
    /// What happened between two statuses. Since statuses outlive the process, a new leader does not tell it again.
    public static List<Notice> between(IngestionBufferStatus before, IngestionBufferStatus after) {
        var notices = new ArrayList<Notice>();
        newStep(before, after).map(Notice::scaled).ifPresent(notices::add);
        became(before, after, "Degraded")
                .map(c -> new Notice(true, c.getReason(), "Hold", c.getMessage()))
                .ifPresent(notices::add);
        became(before, after, "SinkSaturated")
                .map(c -> new Notice(true, "SinkSaturated", "Hold", c.getMessage()))
                .ifPresent(notices::add);
        return notices;
    }

    private static Notice scaled(Step step) {
        boolean up = number(step.to()) > number(step.from());
        return new Notice(
                false,
                up ? "ScaledUp" : "ScaledDown",
                "Scale",
                "From " + step.from() + " to " + step.to() + " pods, " + step.reason() + ": " + step.message());
    }

    private static int number(@Nullable Integer value) {
        return value == null ? 0 : value;
    }

    private static Optional<Step> newStep(IngestionBufferStatus before, IngestionBufferStatus after) {
        var step = lastStep(after);
        return step.equals(lastStep(before)) ? Optional.empty() : step;
    }

    private static Optional<Step> lastStep(IngestionBufferStatus status) {
        return Optional.ofNullable(status.scaling()).map(IngestionBufferStatus.Scaling::lastDecision);
    }

    /// The condition if it is true now and was not true, or for another reason, or in other words.
    private static Optional<Condition> became(IngestionBufferStatus before, IngestionBufferStatus after, String type) {
        var now = condition(after, type).filter(c -> "True".equals(c.getStatus()));
        var then = condition(before, type).filter(c -> "True".equals(c.getStatus()));
        return now.filter(c -> then.filter(t ->
                        Objects.equals(t.getReason(), c.getReason()) && Objects.equals(t.getMessage(), c.getMessage()))
                .isEmpty());
    }

    private static Optional<Condition> condition(IngestionBufferStatus status, String type) {
        var conditions = status.conditions();
        return conditions == null
                ? Optional.empty()
                : conditions.stream().filter(c -> type.equals(c.getType())).findFirst();
    }
}
