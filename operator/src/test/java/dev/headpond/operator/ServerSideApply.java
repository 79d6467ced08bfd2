package dev.headpond.operator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// As much of server-side apply as the operator's tests need: keyed lists are merged, what the manager owns is written
/// into `managedFields`, and what it has given up is removed. Always by force; fields with two owners are not known.
final class ServerSideApply {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Map<String, List<String>> KEYS = Map.of(
            "containers", List.of("name"),
            "env", List.of("name"),
            "volumes", List.of("name"),
            "volumeMounts", List.of("mountPath"),
            "ownerReferences", List.of("uid"),
            "ports", List.of("containerPort", "port", "protocol"),
            "topologySpreadConstraints", List.of("topologyKey", "whenUnsatisfiable"));

    private ServerSideApply() {}

    /// @param present the object that the server holds, or an empty one; is changed
    /// @param patch what is applied
    static ObjectNode apply(ObjectNode present, ObjectNode patch, String manager) {
        var wanted = patch.deepCopy();
        var before = owned(present, manager);
        merge(present, wanted);
        var owned = fields(wanted);
        if (before != null) {
            giveUp(present, before, owned);
        }
        var all = present.withObject("/metadata").withArray("managedFields");
        all.removeIf(entry -> manager.equals(entry.path("manager").asText()));
        all.addObject()
                .put("manager", manager)
                .put("operation", "Apply")
                .put("apiVersion", patch.path("apiVersion").asText())
                .put("fieldsType", "FieldsV1")
                .set("fieldsV1", owned);
        return present;
    }

    private static @Nullable JsonNode owned(ObjectNode object, String manager) {
        for (var entry : object.path("metadata").path("managedFields")) {
            if (manager.equals(entry.path("manager").asText())) {
                return entry.path("fieldsV1");
            }
        }
        return null;
    }

    private static void merge(ObjectNode into, ObjectNode from) {
        from.properties().forEach(e -> {
            var name = e.getKey();
            if (e.getValue() instanceof ObjectNode below && into.get(name) instanceof ObjectNode present) {
                merge(present, below);
            } else if (e.getValue() instanceof ArrayNode items
                    && KEYS.containsKey(name)
                    && into.get(name) instanceof ArrayNode present) {
                items.forEach(item -> mergeItem(name, present, (ObjectNode) item));
            } else {
                into.set(name, e.getValue().deepCopy());
            }
        });
    }

    private static void mergeItem(String list, ArrayNode into, ObjectNode item) {
        int at = find(into, key(list, item));
        if (at < 0) {
            into.add(item.deepCopy());
        } else {
            merge((ObjectNode) into.get(at), item);
        }
    }

    private static ObjectNode key(String list, ObjectNode item) {
        return item.deepCopy().retain(KEYS.getOrDefault(list, List.of()));
    }

    private static int find(ArrayNode list, JsonNode key) {
        return IntStream.range(0, list.size())
                .filter(i -> key.properties().stream()
                        .allMatch(e -> e.getValue().equals(list.get(i).get(e.getKey()))))
                .findFirst()
                .orElse(-1);
    }

    private static ObjectNode fields(ObjectNode object) {
        var fields = JSON.createObjectNode();
        object.properties().forEach(e -> {
            var name = e.getKey();
            if (List.of("apiVersion", "kind", "name", "namespace").contains(name) && object.size() <= 8) {
                return;
            }
            if (e.getValue() instanceof ObjectNode below) {
                fields.set("f:" + name, fields(below));
            } else if (e.getValue() instanceof ArrayNode items && KEYS.containsKey(name)) {
                var list = fields.putObject("f:" + name);
                items.forEach(item -> list.set("k:" + key(name, (ObjectNode) item), fields((ObjectNode) item)));
            } else {
                fields.putObject("f:" + name);
            }
        });
        return fields;
    }

    private static void giveUp(JsonNode object, JsonNode before, JsonNode now) {
        before.properties().forEach(e -> {
            var path = e.getKey();
            boolean kept = now.has(path);
            if (path.startsWith("f:") && object instanceof ObjectNode in && in.has(path.substring(2))) {
                if (kept) {
                    giveUp(in.get(path.substring(2)), e.getValue(), now.get(path));
                } else {
                    in.remove(path.substring(2));
                }
            } else if (path.startsWith("k:") && object instanceof ArrayNode list) {
                int at = find(list, parse(path.substring(2)));
                if (at >= 0 && kept) {
                    giveUp(list.get(at), e.getValue(), now.get(path));
                } else if (at >= 0) {
                    list.remove(at);
                }
            }
        });
    }

    private static JsonNode parse(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
