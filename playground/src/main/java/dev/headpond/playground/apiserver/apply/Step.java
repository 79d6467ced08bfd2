package dev.headpond.playground.apiserver.apply;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// One step of a path in the notation of FieldsV1: `f:name` into a field, `k:{"name":"a"}` to the item of a
/// keyed list, `v:"a"` to the item of a set.
///
/// Source: Kubernetes documentation, Server-Side Apply, and meta/v1 `FieldsV1`.
final class Step {
    /// The one key of built-in lists that may be left out.
    private static final String PROTOCOL = "protocol";

    private static final ObjectMapper JSON = new ObjectMapper();

    private Step() {}

    static String field(String name) {
        return "f:" + name;
    }

    /// Empty when the item lacks its keys or is no object: such a list cannot be merged by item.
    static Optional<String> key(JsonNode item, List<String> keys) {
        var key = JsonNodeFactory.instance.objectNode();
        for (var name : keys) {
            var value = item.path(name);
            if (value.isValueNode() && !value.isNull()) {
                key.set(name, value);
            } else if (name.equals(PROTOCOL)) {
                key.put(name, "TCP");
            }
        }
        return key.isEmpty() ? Optional.empty() : Optional.of("k:" + key);
    }

    static String value(JsonNode item) {
        return "v:" + item;
    }

    /// The step to an item of a list of this kind; empty if the list is atomic.
    static Optional<String> to(JsonNode item, Shape.ListKind kind) {
        return switch (kind) {
            case Shape.ListKind.Atomic() -> Optional.empty();
            case Shape.ListKind.Unique() -> item.isValueNode() ? Optional.of(value(item)) : Optional.empty();
            case Shape.ListKind.Keyed(var keys) -> key(item, keys);
        };
    }

    /// The steps to all items in order; empty if the list is atomic or one item has no key.
    static Optional<List<String>> toAll(JsonNode list, Shape.ListKind kind) {
        var steps = new ArrayList<String>();
        for (var item : list) {
            var step = to(item, kind);
            if (step.isEmpty()) {
                return Optional.empty();
            }
            steps.add(step.get());
        }
        return kind instanceof Shape.ListKind.Atomic ? Optional.empty() : Optional.of(steps);
    }

    static OptionalInt indexIn(ArrayNode list, String step) {
        for (int i = 0; i < list.size(); i++) {
            if (leadsTo(list.get(i), step)) {
                return OptionalInt.of(i);
            }
        }
        return OptionalInt.empty();
    }

    private static boolean leadsTo(JsonNode item, String step) {
        if (step.startsWith("v:")) {
            return value(item).equals(step);
        }
        var names = new ArrayList<String>();
        parse(step.substring("k:".length())).fieldNames().forEachRemaining(names::add);
        return !names.isEmpty() && key(item, names).filter(step::equals).isPresent();
    }

    /// A key that a client has made up leads nowhere.
    private static JsonNode parse(String key) {
        try {
            return JSON.readTree(key);
        } catch (JsonProcessingException _) {
            return JsonNodeFactory.instance.missingNode();
        }
    }
}
