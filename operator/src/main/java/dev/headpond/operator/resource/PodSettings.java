package dev.headpond.operator.resource;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// The part of a pod that a user may shape. Maps are sorted, so that the same settings always give the same text.
///
/// @param limits what a pod may use at most, by resource; `memory` is always there
/// @param requests what a pod is sure to get, by resource; `memory` and `cpu` are always there
/// @param nodeSelector labels that a node must have
/// @param tolerations taints that the pods bear
/// @param topologySpreadConstraints how pods are spread; without a selector they count this buffer's pods
/// @param priorityClassName PriorityClass, or empty for the cluster's default
/// @param labels of the pods, beside Headpond's own
/// @param annotations of the pods
/// @param serviceAccountName a ServiceAccount that exists, or empty for one that Headpond makes
public record PodSettings(
        SortedMap<String, Quantity> limits,
        SortedMap<String, Quantity> requests,
        SortedMap<String, String> nodeSelector,
        List<Toleration> tolerations,
        List<TopologySpreadConstraint> topologySpreadConstraints,
        Optional<String> priorityClassName,
        SortedMap<String, String> labels,
        SortedMap<String, String> annotations,
        Optional<String> serviceAccountName) {
    public PodSettings {
        limits = sorted(limits);
        requests = sorted(requests);
        nodeSelector = sorted(nodeSelector);
        tolerations = List.copyOf(tolerations);
        topologySpreadConstraints = List.copyOf(topologySpreadConstraints);
        labels = sorted(labels);
        annotations = sorted(annotations);
    }

    private static <V> SortedMap<String, V> sorted(Map<String, V> map) {
        return Collections.unmodifiableSortedMap(new TreeMap<>(map));
    }
}
