package dev.headpond.operator.apply;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;

/// Whether an apply would change anything. Two questions, both answered from what the server holds:
/// does every field that we want stand there with our value (a field that somebody edited does not), and do we own no
/// field that we no longer want (a field that an older version of us has set would stay for ever).
///
/// Fields that others or the server's defaults have added are none of our business.
final class Comparison {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final KubernetesSerialization KUBERNETES = new KubernetesSerialization();
    /// Named in every object; the server does not count them as owned.
    private static final Set<String> IDENTITY = Set.of("apiVersion", "kind");

    private final String fieldManager;

    Comparison(String fieldManager) {
        this.fieldManager = fieldManager;
    }

    boolean same(HasMetadata desired, HasMetadata actual) {
        var want = tree(desired);
        return contained("", want, tree(actual))
                && ownedFields(actual).filter(owned -> allWanted(owned, want)).isPresent();
    }

    private static JsonNode tree(HasMetadata object) {
        return KUBERNETES.convertValue(object, JsonNode.class);
    }

    /// @param field name of the field that holds both values, which tells how lists are compared and what a text is
    private static boolean contained(String field, JsonNode want, JsonNode have) {
        if (want.isObject()) {
            return have.isObject()
                    && want.properties().stream()
                            .allMatch(
                                    e -> contained(childField(field, e.getKey()), e.getValue(), have.path(e.getKey())));
        }
        if (want.isArray()) {
            return have.isArray() && (ListKeys.keyed(field) ? itemsFound(field, want, have) : itemsEqual(want, have));
        }
        return want.equals(have) || sameQuantity(field, want, have);
    }

    /// `limits` and `requests` hold quantities, whatever their own names are.
    private static String childField(String parent, String name) {
        return parent.equals("limits") || parent.equals("requests") ? parent : name;
    }

    private static boolean itemsFound(String field, JsonNode want, JsonNode have) {
        return StreamSupport.stream(want.spliterator(), false)
                .allMatch(item -> ListKeys.find(field, item, have)
                        .filter(found -> contained("", item, found))
                        .isPresent());
    }

    private static boolean itemsEqual(JsonNode want, JsonNode have) {
        if (want.size() != have.size()) {
            return false;
        }
        for (int i = 0; i < want.size(); i++) {
            if (!contained("", want.get(i), have.get(i))) {
                return false;
            }
        }
        return true;
    }

    /// The server writes `1024Mi` as `1Gi`.
    private static boolean sameQuantity(String field, JsonNode want, JsonNode have) {
        if (!Set.of("limits", "requests", "sizeLimit", "storage").contains(field) || !have.isValueNode()) {
            return false;
        }
        try {
            return new Quantity(want.asText())
                            .getNumericalAmount()
                            .compareTo(new Quantity(have.asText()).getNumericalAmount())
                    == 0;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    /// The fields that the server counts as applied by us (FieldsV1); empty where we have never applied the object.
    private Optional<JsonNode> ownedFields(HasMetadata actual) {
        return actual.getMetadata().getManagedFields().stream()
                .filter(this::ours)
                .map(entry -> JSON.<JsonNode>valueToTree(entry.getFieldsV1()))
                .findFirst();
    }

    private boolean ours(ManagedFieldsEntry entry) {
        var part = entry.getSubresource();
        return fieldManager.equals(entry.getManager())
                && "Apply".equals(entry.getOperation())
                && (part == null || part.isEmpty());
    }

    private static boolean allWanted(JsonNode owned, JsonNode want) {
        return owned.properties().stream().allMatch(e -> wanted(e.getKey(), e.getValue(), want));
    }

    /// @param path one step of FieldsV1: `f:name`, `k:{"name":"a"}`, `v:"x"`, or `.` for the thing itself
    private static boolean wanted(String path, JsonNode below, JsonNode want) {
        if (path.startsWith("f:")) {
            var name = path.substring(2);
            return IDENTITY.contains(name) || (want.has(name) && allWanted(below, want.get(name)));
        }
        if (path.startsWith("k:")) {
            return itemWithKeys(key(path), want)
                    .filter(item -> allWanted(below, item))
                    .isPresent();
        }
        if (path.startsWith("v:")) {
            return StreamSupport.stream(want.spliterator(), false).anyMatch(key(path)::equals);
        }
        return true;
    }

    /// The keys in a path hold the server's defaults too (`protocol`): what we left out is not compared.
    private static Optional<JsonNode> itemWithKeys(JsonNode keys, JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false)
                .filter(item -> keys.properties().stream()
                        .allMatch(e ->
                                !item.has(e.getKey()) || item.get(e.getKey()).equals(e.getValue())))
                .findFirst();
    }

    private static JsonNode key(String path) {
        try {
            return JSON.readTree(path.substring(2));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the API server writes JSON into FieldsV1, not " + path, e);
        }
    }
}
