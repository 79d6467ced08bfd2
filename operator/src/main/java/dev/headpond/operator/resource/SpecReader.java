package dev.headpond.operator.resource;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.headpond.crds.IngestionBuffer;
import dev.headpond.policy.BufferPolicy.Acknowledge;
import dev.headpond.policy.Policy;
import dev.headpond.policy.PolicyReader;
import dev.headpond.policy.Problem;
import dev.headpond.policy.Reading;
import dev.headpond.policy.Reading.Invalid;
import dev.headpond.policy.Reading.Valid;
import dev.headpond.policy.ScalingReader;
import io.fabric8.kubernetes.api.model.LabelSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Strict reading of an [IngestionBuffer]. Neither the CRD's rules nor a webhook is trusted to have run, and what this
/// version cannot do is a problem like any other.
public final class SpecReader {
    /// Begins the name of a Service, and is the value of a label.
    private static final String NAME = "[a-z]([-a-z0-9]{0,61}[a-z0-9])?";

    private static final List<String> POLICY_SECTIONS =
            List.of("ingest", "admission", "buffer", "batch", "retry", "deadLetter", "sink", "scaling");

    private final IngestionBuffer buffer;
    private final List<Problem> problems = new ArrayList<>();

    private SpecReader(IngestionBuffer buffer) {
        this.buffer = buffer;
    }

    /// @return the declaration, or every problem that was found, in the order name, policy, scaling, placement, pod
    public static Reading<Declaration> read(IngestionBuffer buffer) {
        return new SpecReader(buffer).declaration();
    }

    private Reading<Declaration> declaration() {
        var metadata = buffer.getMetadata();
        var tree = buffer.getSpec().tree();
        var name = Objects.requireNonNullElse(metadata.getName(), "");
        var namespace = Objects.requireNonNullElse(metadata.getNamespace(), "");
        name(name);
        boolean paused = paused(Objects.requireNonNullElse(metadata.getAnnotations(), Map.of()));
        var policy = taken(PolicyReader.ofSpec(namespace + "/" + name, tree));
        var scaling = policy.flatMap(known -> taken(ScalingReader.ofSpec(tree, known)));
        policy.map(NotYet::in).ifPresent(problems::addAll);
        // a spec that is no object has been named by the policy's reader already
        var spec = new Section("", tree.isObject() ? tree : JsonNodeFactory.instance.objectNode(), problems);
        var placement = placement(spec, policy);
        var pod = pod(spec, policy);
        spec.know(POLICY_SECTIONS);
        spec.refuseUnknown();
        if (!problems.isEmpty()) {
            return new Invalid<>(problems);
        }
        return new Valid<>(new Declaration(
                namespace,
                name,
                Objects.requireNonNullElse(metadata.getUid(), ""),
                Objects.requireNonNullElse(metadata.getGeneration(), 0L),
                policy.orElseThrow(),
                scaling.orElseThrow(),
                placement,
                pod,
                paused));
    }

    private <T> Optional<T> taken(Reading<T> reading) {
        return switch (reading) {
            case Valid<T>(var value) -> Optional.of(value);
            case Invalid<T>(var found) -> {
                problems.addAll(found);
                yield Optional.empty();
            }
        };
    }

    private void name(String name) {
        if (!name.matches(NAME)) {
            problems.add(new Problem(
                    "metadata.name",
                    name,
                    "must be 1..63 lower-case letters, digits and '-', begin with a letter and not end with '-';"
                            + " choose another name"));
        }
    }

    private boolean paused(Map<String, String> annotations) {
        var value = annotations.getOrDefault(Declaration.PAUSED, "false");
        if (!value.equals("true") && !value.equals("false")) {
            problems.add(
                    new Problem("metadata.annotations." + Declaration.PAUSED, value, "must be \"true\" or \"false\""));
        }
        return value.equals("true");
    }

    private Placement placement(Section spec, Optional<Policy> policy) {
        var section = spec.section("placement");
        var mode = section.flatMap(s -> s.text("mode", "Standalone|Sidecar", "must be Standalone or Sidecar"));
        if (mode.filter("Sidecar"::equals).isPresent()) {
            problems.add(NotYet.sidecar());
            policy.filter(p -> p.buffer().acknowledge() == Acknowledge.Journaled)
                    .ifPresent(_ -> problems.add(new Problem(
                            "buffer.acknowledge",
                            "Journaled",
                            "needs pods with volumes of their own; use placement.mode: Standalone, or acknowledge:"
                                    + " Buffered or Delivered")));
        }
        var near = section.flatMap(s -> s.model(
                "near",
                LabelSelector.class,
                List.of("matchLabels", "matchExpressions"),
                "must be a label selector, like matchLabels: {app: checkout}"));
        section.ifPresent(Section::refuseUnknown);
        return new Placement.Standalone(near);
    }

    private PodSettings pod(Section spec, Optional<Policy> policy) {
        var section = spec.section("pod")
                .orElseGet(() -> new Section("pod", JsonNodeFactory.instance.objectNode(), problems));
        long ringBytes = policy.map(p -> p.buffer().capacity()).orElse(0L);
        return new PodReader(problems).read(section, ringBytes);
    }
}
