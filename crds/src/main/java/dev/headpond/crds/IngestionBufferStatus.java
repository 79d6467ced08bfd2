package dev.headpond.crds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What Headpond knows of a buffer. A part that is not known yet is null and left out.
///
/// Figures are whole numbers, or texts that read well in a column (`12%`, `0.08%`, `3.2ms`, `1.02`): the API's
/// conventions forbid floating point. Rates are events a second, over all pods. Times are RFC 3339 in UTC with
/// milliseconds, as [java.time.Instant#toString] writes them.
@JsonInclude(JsonInclude.Include.NON_NULL)
public record IngestionBufferStatus(
        @JsonPropertyDescription("The generation of the spec that this status speaks of.") @Nullable
        Long observedGeneration,

        @JsonPropertyDescription("Pods that exist.") @Nullable
        Integer replicas,

        @JsonPropertyDescription("Pods that take events.") @Nullable
        Integer readyReplicas,

        @JsonPropertyDescription("Label selector of the pods, as text, for the scale subresource.") @Nullable
        String selector,

        @JsonPropertyDescription("Where producers post events inside of the cluster.") @Nullable
        String endpoint,

        @JsonPropertyDescription("Hash of the policy that the pods are given; it names the ConfigMap.") @Nullable
        String policyHash,

        @JsonPropertyDescription("The spec in force with every default filled in. While the newest spec is"
                + " refused this is the one before it.")
        @Nullable
        JsonNode effective,

        @JsonPropertyDescription("What the pods report, over the last seconds.") @Nullable
        Load load,

        @JsonPropertyDescription("How many pods there should be, and why.") @Nullable
        Scaling scaling,

        @JsonPropertyDescription("Ready, Progressing, Degraded, MetricsAvailable, SinkSaturated, ScalingActive.")
        @Nullable
        List<Condition> conditions) {

    public static final IngestionBufferStatus EMPTY =
            new IngestionBufferStatus(null, null, null, null, null, null, null, null, null, null);

    /// @param offeredPerSecond accepted and refused
    /// @param acceptedPerSecond taken into the rings
    /// @param deliveredPerSecond acknowledged by the sink
    /// @param rateLimited share of the offered events that the token buckets refused: `0.08%`
    /// @param depth fill of the rings: `12%`
    /// @param depthEvents events that wait
    /// @param sink the sink in one word: Healthy, Saturated, Failing, Misconfigured or Unknown
    /// @param sinkLatency mean answer time of the sink: `3.2ms`
    /// @param errorRatio failed write attempts of all: `0%`
    /// @param amplification write attempts for each first attempt: `1.02`
    /// @param podsAnswered ready pods that these figures come from
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Load(
            @JsonPropertyDescription("Events a second that producers sent, taken or not.") @Nullable
            Long offeredPerSecond,

            @JsonPropertyDescription("Events a second that were taken.") @Nullable
            Long acceptedPerSecond,

            @JsonPropertyDescription("Events a second that the sink acknowledged.") @Nullable
            Long deliveredPerSecond,

            @JsonPropertyDescription("Share of the offered events that the token buckets refused, such as 0.08%.")
            @Nullable
            String rateLimited,

            @JsonPropertyDescription("Fill of the rings, such as 12%.") @Nullable
            String depth,

            @JsonPropertyDescription("Events that were accepted and are not yet delivered.") @Nullable
            Long depthEvents,

            @JsonPropertyDescription("The sink in one word: Healthy, Saturated, Failing, Misconfigured or Unknown.")
            @Nullable
            String sink,

            @JsonPropertyDescription("Mean answer time of the sink, such as 3.2ms.") @Nullable
            String sinkLatency,

            @JsonPropertyDescription("Share of the write attempts that failed, such as 0.5%.") @Nullable
            String errorRatio,

            @JsonPropertyDescription("Write attempts for each first attempt, such as 1.02.") @Nullable
            String amplification,

            @JsonPropertyDescription("Ready pods that answered when they were asked for their load.") @Nullable
            Integer podsAnswered) {}

    /// @param desired pods that there should be
    /// @param recommended what Headpond would choose where it may not act (Recommend, External, paused)
    /// @param diagnosis why, in one word
    /// @param reason finer than the diagnosis, in CamelCase
    /// @param message plain words with figures
    /// @param lastDecision the last change of the number of pods
    /// @param history earlier ones, newest first, at most ten
    /// @param sinkCeiling what the sink was found to bear, while that is believed
    /// @param holdUpUntil no step up before this time
    /// @param sinkLatencyBaseline answer time of the sink while it had little to do: `1.8ms`
    /// @param memory what the next decision must know, in the decider's own notation; at most 64 KiB
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Scaling(
            @JsonPropertyDescription("Pods that there should be.") @Nullable
            Integer desired,

            @JsonPropertyDescription(
                    "Pods that Headpond would choose where it may not act: Recommend, External, paused.")
            @Nullable
            Integer recommended,

            @JsonPropertyDescription("Why the number of pods is what it is, in one word.") @Nullable
            String diagnosis,

            @JsonPropertyDescription("The diagnosis in more detail, in CamelCase.") @Nullable
            String reason,

            @JsonPropertyDescription("The diagnosis in plain words, with the figures behind it.") @Nullable
            String message,

            @JsonPropertyDescription("The last change of the number of pods.") @Nullable
            Step lastDecision,

            @JsonPropertyDescription("Earlier changes, newest first, at most ten.") @Nullable
            List<Step> history,

            @JsonPropertyDescription("The most pods that help: more of them gained nothing, the sink is the limit.")
            @Nullable
            SinkCeiling sinkCeiling,

            @JsonPropertyDescription("No step up before this time.") @Nullable
            String holdUpUntil,

            @JsonPropertyDescription("Answer time of the sink while it had little to do, such as 1.8ms.") @Nullable
            String sinkLatencyBaseline,

            @JsonPropertyDescription("What the next decision must know, so that a new leader goes on. Not for people.")
            @Nullable
            String memory) {}

    /// One change of the number of pods.
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Step(
            @JsonPropertyDescription("When it was decided.") @Nullable
            String at,

            @JsonPropertyDescription("Pods before.") @Nullable
            Integer from,

            @JsonPropertyDescription("Pods after.") @Nullable
            Integer to,

            @JsonPropertyDescription("Why, in one word.") @Nullable
            String diagnosis,

            @JsonPropertyDescription("Why in more detail, in CamelCase.") @Nullable
            String reason,

            @JsonPropertyDescription("Why, in plain words.") @Nullable
            String message) {}

    /// @param replicas the most pods that help
    /// @param expiresAt when it is forgotten
    /// @param validFor how long it was set for; doubles when it is found again: `30m`
    /// @param reason plain words
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record SinkCeiling(
            @JsonPropertyDescription("The most pods that help.") @Nullable
            Integer replicas,

            @JsonPropertyDescription("When the ceiling is forgotten.") @Nullable
            String expiresAt,

            @JsonPropertyDescription("How long it holds; doubles each time that it is found again.") @Nullable
            String validFor,

            @JsonPropertyDescription("How it was found, in plain words.") @Nullable
            String reason) {}
}
