package dev.headpond.operator.apply;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;

/// Which lists of the Kubernetes API are maps in disguise, and by which fields their items are told apart. All other
/// lists are replaced as a whole. Only the lists of objects that Headpond makes are named.
final class ListKeys {
    private static final Map<String, List<String>> KEYS = Map.of(
            "containers", List.of("name"),
            "initContainers", List.of("name"),
            "volumes", List.of("name"),
            "env", List.of("name"),
            "imagePullSecrets", List.of("name"),
            "volumeMounts", List.of("mountPath"),
            "ownerReferences", List.of("uid"),
            "ports", List.of("containerPort", "port", "protocol"),
            "topologySpreadConstraints", List.of("topologyKey", "whenUnsatisfiable"));

    private ListKeys() {}

    static boolean keyed(String field) {
        return KEYS.containsKey(field);
    }

    /// The item of `list` with the same keys as `item`; keys that `item` leaves to the server are not compared.
    static Optional<JsonNode> find(String field, JsonNode item, JsonNode list) {
        var keys = KEYS.getOrDefault(field, List.of());
        return StreamSupport.stream(list.spliterator(), false)
                .filter(candidate -> keys.stream()
                        .allMatch(key -> !item.has(key) || candidate.path(key).equals(item.get(key))))
                .findFirst();
    }
}
