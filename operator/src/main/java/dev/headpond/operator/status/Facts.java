package dev.headpond.operator.status;

import com.fasterxml.jackson.databind.JsonNode;
import dev.headpond.operator.decide.Decision;
import dev.headpond.policy.LoadReport;
import dev.headpond.policy.ScalingPolicy;
import java.util.List;
import java.util.Optional;

/// Everything that a status is made from.
///
/// @param generation of the spec that was read
/// @param atMillis now
/// @param problems of that spec in one line, or empty where it is in force
/// @param inForce what the pods are told, or empty where there has never been a valid spec
/// @param pods what is there
/// @param foreign names that objects of others hold
/// @param failure why the objects could not be applied, or empty
/// @param scaling what was decided, or empty where nothing is in force
/// @param sinks what the pods that answered say of the sink
public record Facts(
        long generation,
        long atMillis,
        Optional<String> problems,
        Optional<InForce> inForce,
        Pods pods,
        List<String> foreign,
        Optional<String> failure,
        Optional<Scaling> scaling,
        List<LoadReport.SinkView> sinks) {
    public Facts {
        foreign = List.copyOf(foreign);
        sinks = List.copyOf(sinks);
    }

    /// @param selector of the pods, as text
    /// @param effective the spec in force with every default
    public record InForce(String selector, String endpoint, String policyHash, JsonNode effective) {}

    /// @param existing pods of the workload, of any template
    /// @param rollingOut whether pods of an older template are still there
    public record Pods(int existing, int ready, boolean rollingOut) {
        public static final Pods NONE = new Pods(0, 0, false);
    }

    /// @param desired pods that the workload is asked to have
    public record Scaling(int desired, ScalingPolicy.Mode mode, boolean paused, Decision decision) {}
}
