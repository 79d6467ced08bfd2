package dev.headpond.operator.resource;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.type.LogicalType;
import dev.headpond.policy.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;

/// One object of a spec that only the operator reads, field by field. What is wrong adds a [Problem] and counts as
/// missing, so that reading goes on and finds the rest.
final class Section {
    /// A number is no text and a text no number, as the API server has it.
    private static final JsonMapper STRICT = JsonMapper.builder()
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .withCoercionConfig(
                    LogicalType.Textual,
                    coercion -> coercion.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
            .build();

    private final String path;
    private final JsonNode node;
    private final List<Problem> problems;
    private final TreeSet<String> known = new TreeSet<>();

    Section(String path, JsonNode node, List<Problem> problems) {
        this.path = path;
        this.problems = problems;
        this.node = node.isObject() ? node : JsonNodeFactory.instance.objectNode();
        if (!node.isObject()) {
            problems.add(new Problem(path.isEmpty() ? "spec" : path, shown(node), "must be an object"));
        }
    }

    Optional<Section> section(String name) {
        return value(name).map(value -> new Section(at(name), value, problems));
    }

    Optional<String> text(String name, String regex, String expected) {
        return value(name).flatMap(value -> {
            boolean fits = value.isTextual() && value.asText().matches(regex);
            return fits ? Optional.of(value.asText()) : bad(name, value, expected);
        });
    }

    /// A map whose values are read one by one.
    ///
    /// @param read the value of a key; empty where it added a problem
    <V> SortedMap<String, V> map(String name, BiFunction<String, JsonNode, Optional<V>> read) {
        var map = new TreeMap<String, V>();
        section(name)
                .ifPresent(section -> section.node
                        .properties()
                        .forEach(e -> read.apply(section.at(e.getKey()), e.getValue())
                                .ifPresent(value -> map.put(e.getKey(), value))));
        return map;
    }

    /// A value of the Kubernetes API.
    ///
    /// @param fields that it may have
    <T> Optional<T> model(String name, Class<T> type, List<String> fields, String expected) {
        return value(name).flatMap(value -> model(at(name), value, type, fields, expected));
    }

    <T> List<T> models(String name, Class<T> type, List<String> fields, String expected) {
        var list = value(name).orElseGet(JsonNodeFactory.instance::arrayNode);
        if (!list.isArray()) {
            bad(name, list, "must be a list");
        }
        var models = new ArrayList<T>();
        for (int i = 0; list.isArray() && i < list.size(); i++) {
            model(at(name) + "[" + i + "]", list.get(i), type, fields, expected).ifPresent(models::add);
        }
        return models;
    }

    private <T> Optional<T> model(String at, JsonNode value, Class<T> type, List<String> fields, String expected) {
        var section = new Section(at, value, problems);
        section.known.addAll(fields);
        section.refuseUnknown();
        try {
            return Optional.of(STRICT.treeToValue(section.node, type));
        } catch (JsonProcessingException _) {
            problems.add(new Problem(at, shown(value), expected));
            return Optional.empty();
        }
    }

    /// Reports what nobody asked for: a misspelt field must not look as if it had been obeyed.
    void refuseUnknown() {
        node.properties().stream()
                .filter(field -> !known.contains(field.getKey()))
                .forEach(field -> problems.add(new Problem(
                        at(field.getKey()),
                        shown(field.getValue()),
                        "is no field here; known are " + String.join(", ", known))));
    }

    void know(List<String> names) {
        known.addAll(names);
    }

    <T> Optional<T> bad(String name, JsonNode value, String expected) {
        problems.add(new Problem(at(name), shown(value), expected));
        return Optional.empty();
    }

    String at(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private Optional<JsonNode> value(String name) {
        known.add(name);
        return Optional.ofNullable(node.get(name)).filter(value -> !value.isNull());
    }

    static String shown(JsonNode value) {
        var text = value.isValueNode() ? value.asText() : value.toString();
        return text.length() <= 80 ? text : text.substring(0, 77) + "...";
    }
}
