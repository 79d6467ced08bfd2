package dev.headpond.operator.resource;

import com.fasterxml.jackson.databind.JsonNode;
import dev.headpond.policy.ByteSize;
import dev.headpond.policy.Problem;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Reads `spec.pod`, and gives a pod the memory that its ring needs.
final class PodReader {
    /// Beside the ring a pod needs a heap, direct buffers and code.
    static final long BYTES_BESIDE_RING_MIN = 256L << 20;

    private static final long LIMIT_BYTES = 1L << 30;
    private static final long LIMIT_BYTES_BESIDE_RING = 512L << 20;
    private static final Quantity CPU_REQUEST = new Quantity("250m");

    private static final String NAME = "[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?";
    private static final String LABEL_VALUE = "|[A-Za-z0-9]([-._A-Za-z0-9]{0,61}[A-Za-z0-9])?";
    private static final String LABEL_KEY =
            "([a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?/)?[A-Za-z0-9]([-._A-Za-z0-9]{0,61}[A-Za-z0-9])?";
    private static final List<String> TOLERATION = List.of("effect", "key", "operator", "tolerationSeconds", "value");
    private static final List<String> SPREAD = List.of(
            "labelSelector",
            "matchLabelKeys",
            "maxSkew",
            "minDomains",
            "nodeAffinityPolicy",
            "nodeTaintsPolicy",
            "topologyKey",
            "whenUnsatisfiable");

    private final List<Problem> problems;

    PodReader(List<Problem> problems) {
        this.problems = problems;
    }

    /// @param ringBytes `buffer.capacity`
    PodSettings read(Section pod, long ringBytes) {
        var resources = pod.section("resources");
        var limits = resources.map(r -> r.map("limits", this::quantity)).orElseGet(TreeMap::new);
        var requests = resources.map(r -> r.map("requests", this::quantity)).orElseGet(TreeMap::new);
        resources.ifPresent(Section::refuseUnknown);
        memory(limits, requests, ringBytes);
        requests.putIfAbsent("cpu", least(CPU_REQUEST, limits.get("cpu")));
        requests.forEach((name, request) -> underLimit(name, request, limits));
        var settings = new PodSettings(
                limits,
                requests,
                pod.map("nodeSelector", this::label),
                pod.models("tolerations", Toleration.class, TOLERATION, "must be a toleration as in a pod"),
                spread(pod),
                pod.text("priorityClassName", NAME, "must be the name of a PriorityClass"),
                owned(pod.map("labels", this::label), "labels", "app.kubernetes.io/"),
                owned(pod.map("annotations", this::annotation), "annotations", "headpond.dev/"),
                pod.text("serviceAccountName", NAME, "must be the name of a ServiceAccount"));
        pod.refuseUnknown();
        return settings;
    }

    private void memory(Map<String, Quantity> limits, Map<String, Quantity> requests, long ringBytes) {
        long least = ringBytes + BYTES_BESIDE_RING_MIN;
        var asked = requests.get("memory");
        var standard = bytes(Math.max(LIMIT_BYTES, ringBytes + LIMIT_BYTES_BESIDE_RING));
        var limit = limits.computeIfAbsent("memory", _ -> asked == null ? standard : most(standard, asked));
        if (amount(limit).compareTo(BigDecimal.valueOf(least)) < 0) {
            problems.add(new Problem(
                    "pod.resources.limits.memory",
                    limit.toString(),
                    "must be at least buffer.capacity and " + ByteSize.format(BYTES_BESIDE_RING_MIN) + " ("
                            + ByteSize.format(least) + "); raise it or lower buffer.capacity"));
        }
        requests.putIfAbsent("memory", least(bytes(least), limit));
    }

    private void underLimit(String name, Quantity request, Map<String, Quantity> limits) {
        var limit = limits.get(name);
        if (limit != null && amount(request).compareTo(amount(limit)) > 0) {
            problems.add(new Problem(
                    "pod.resources.requests." + name,
                    request.toString(),
                    "must not be over limits." + name + " (" + limit + "); lower it or raise the limit"));
        }
    }

    private Optional<Quantity> quantity(String at, JsonNode value) {
        try {
            if (value.isTextual() || value.isNumber()) {
                var quantity = new Quantity(value.asText());
                if (amount(quantity).signum() > 0) {
                    return Optional.of(quantity);
                }
            }
        } catch (IllegalArgumentException _) {
            // reported below, like every other value that is none
        }
        return refuse(at, value, "must be a quantity over zero, like 1Gi or 500m");
    }

    private List<TopologySpreadConstraint> spread(Section pod) {
        var constraints = pod.models(
                "topologySpreadConstraints",
                TopologySpreadConstraint.class,
                SPREAD,
                "must be a topology spread constraint as in a pod");
        for (var constraint : constraints) {
            if (constraint.getMaxSkew() == null
                    || constraint.getTopologyKey() == null
                    || constraint.getWhenUnsatisfiable() == null) {
                problems.add(new Problem(
                        "pod.topologySpreadConstraints",
                        "an incomplete one",
                        "must have maxSkew, topologyKey and whenUnsatisfiable"));
            }
        }
        return constraints;
    }

    private Optional<String> label(String at, JsonNode value) {
        return value.isTextual() && value.asText().matches(LABEL_VALUE)
                ? Optional.of(value.asText())
                : refuse(at, value, "must be the value of a label, at most 63 characters");
    }

    private Optional<String> annotation(String at, JsonNode value) {
        return value.isTextual() ? Optional.of(value.asText()) : refuse(at, value, "must be a text; quote it");
    }

    /// Keys that Headpond writes itself are refused rather than overwritten in silence.
    private SortedMap<String, String> owned(SortedMap<String, String> map, String field, String reserved) {
        for (var key : map.keySet()) {
            if (key.startsWith(reserved) || key.startsWith("headpond.dev/")) {
                problems.add(new Problem("pod." + field, key, "belongs to Headpond; choose another key"));
            } else if (!key.matches(LABEL_KEY)) {
                problems.add(new Problem("pod." + field, key, "must be a key like team or example.com/team"));
            }
        }
        return map;
    }

    private <T> Optional<T> refuse(String at, JsonNode value, String expected) {
        problems.add(new Problem(at, Section.shown(value), expected));
        return Optional.empty();
    }

    private static Quantity bytes(long bytes) {
        return new Quantity(ByteSize.format(bytes));
    }

    private static BigDecimal amount(Quantity quantity) {
        return quantity.getNumericalAmount();
    }

    private static Quantity most(Quantity a, Quantity b) {
        return amount(a).compareTo(amount(b)) >= 0 ? a : b;
    }

    private static Quantity least(Quantity a, @Nullable Quantity b) {
        return b == null || amount(a).compareTo(amount(b)) <= 0 ? a : b;
    }
}
