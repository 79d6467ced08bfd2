package dev.headpond.playground.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;

/// How a value is merged: which lists are keyed and by what, and which maps are replaced as a whole.
/// Built-in types are known by their field names, custom ones by their schema.
public sealed interface Shape {
    /// The value of the field `name` of this object.
    Shape field(String name);

    /// An item of this list.
    Shape item();

    /// Whether this map is owned and replaced as one value.
    boolean isAtomicMap();

    /// How this list is merged.
    ListKind list();

    /// How a list is merged.
    sealed interface ListKind {
        /// Replaced as a whole.
        record Atomic() implements ListKind {}

        /// A set of scalars.
        record Unique() implements ListKind {}

        /// Objects told apart by the values of these fields.
        record Keyed(List<String> keys) implements ListKind {}
    }

    static Shape known() {
        return new Known("", "");
    }

    static Shape ofSchema(JsonNode schema) {
        return new OfSchema(schema, true);
    }

    /// A built-in type.
    ///
    /// @param name the field that leads here; items of a list keep the list's name
    record Known(String name, String parent) implements Shape {
        private static final ListKind ATOMIC = new ListKind.Atomic();
        private static final Map<String, ListKind> LISTS = Map.ofEntries(
                keyed("containers", "name"),
                keyed("initContainers", "name"),
                keyed("volumes", "name"),
                keyed("env", "name"),
                keyed("imagePullSecrets", "name"),
                keyed("secrets", "name"),
                keyed("volumeMounts", "mountPath"),
                keyed("volumeDevices", "devicePath"),
                keyed("hostAliases", "ip"),
                keyed("podIPs", "ip"),
                keyed("ownerReferences", "uid"),
                keyed("conditions", "type"),
                keyed("topologySpreadConstraints", "topologyKey", "whenUnsatisfiable"),
                Map.entry("finalizers", new ListKind.Unique()));
        private static final Set<String> CONTAINERS = Set.of("containers", "initContainers");
        private static final Set<String> ATOMIC_MAPS = Set.of(
                "selector",
                "nodeSelector",
                "labelSelector",
                "podSelector",
                "namespaceSelector",
                "fieldRef",
                "resourceFieldRef",
                "secretKeyRef",
                "configMapKeyRef",
                "involvedObject",
                "roleRef",
                "scaleTargetRef");

        private static Map.Entry<String, ListKind> keyed(String field, String... keys) {
            return Map.entry(field, new ListKind.Keyed(List.of(keys)));
        }

        @Override
        public Shape field(String field) {
            return new Known(field, name);
        }

        @Override
        public Shape item() {
            return this;
        }

        @Override
        public boolean isAtomicMap() {
            return ATOMIC_MAPS.contains(name) || name.equals("ownerReferences");
        }

        @Override
        public ListKind list() {
            if (name.equals("ports") && CONTAINERS.contains(parent)) {
                return new ListKind.Keyed(List.of("containerPort", "protocol"));
            }
            if (name.equals("ports") && parent.equals("spec")) {
                return new ListKind.Keyed(List.of("port", "protocol"));
            }
            return LISTS.getOrDefault(name, ATOMIC);
        }
    }

    /// A custom type; its metadata is like everybody's.
    record OfSchema(JsonNode schema, boolean isRoot) implements Shape {
        @Override
        public Shape field(String field) {
            if (isRoot && field.equals("metadata")) {
                return known().field("metadata");
            }
            var named = schema.path("properties").path(field);
            return new OfSchema(named.isMissingNode() ? schema.path("additionalProperties") : named, false);
        }

        @Override
        public Shape item() {
            return new OfSchema(schema.path("items"), false);
        }

        @Override
        public boolean isAtomicMap() {
            return schema.path("x-kubernetes-map-type").asText().equals("atomic");
        }

        @Override
        public ListKind list() {
            return switch (schema.path("x-kubernetes-list-type").asText()) {
                case "map" -> new ListKind.Keyed(keys().orElse(List.of("name")));
                case "set" -> new ListKind.Unique();
                default -> new ListKind.Atomic();
            };
        }

        private Optional<List<String>> keys() {
            var keys = StreamSupport.stream(
                            schema.path("x-kubernetes-list-map-keys").spliterator(), false)
                    .map(JsonNode::asText)
                    .toList();
            return keys.isEmpty() ? Optional.empty() : Optional.of(keys);
        }
    }
}
