package dev.headpond.playground.apiserver.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/// Checks values against a structural schema: types, required fields, bounds, enums, patterns, lengths.
/// Rules in CEL, `oneOf` and its like, and formats are not evaluated.
public final class SchemaCheck {
    private static final String REQUIRED = "Required value";
    private final List<Cause> causes = new ArrayList<>();

    private SchemaCheck() {}

    /// Everything that is wrong, in the order of the schema.
    public static List<Cause> problems(JsonNode schema, JsonNode object) {
        var check = new SchemaCheck();
        check.fields(schema, object, "");
        return check.causes;
    }

    private void value(JsonNode schema, JsonNode value, String path) {
        if (value.isNull() && schema.path("nullable").asBoolean(false)) {
            return;
        }
        if (!isOfType(schema, value)) {
            invalid(path, value, "must be of type " + typeOf(schema));
            return;
        }
        oneOf(schema, value, path);
        if (value.isNumber()) {
            number(schema, value, path);
        } else if (value.isTextual()) {
            text(schema, value, path);
        } else if (value.isArray()) {
            list(schema, value, path);
        } else if (value.isObject()) {
            fields(schema, value, path);
        }
    }

    private static String typeOf(JsonNode schema) {
        return isIntOrString(schema) ? "integer or string" : schema.path("type").asText();
    }

    private static boolean isIntOrString(JsonNode schema) {
        return schema.path("x-kubernetes-int-or-string").asBoolean(false);
    }

    private static boolean isOfType(JsonNode schema, JsonNode value) {
        if (isIntOrString(schema)) {
            return value.isIntegralNumber() || value.isTextual();
        }
        return switch (schema.path("type").asText()) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isTextual();
            case "boolean" -> value.isBoolean();
            case "integer" -> value.isIntegralNumber();
            case "number" -> value.isNumber();
            default -> true;
        };
    }

    private void fields(JsonNode schema, JsonNode object, String path) {
        for (var name : schema.path("required")) {
            if (!object.has(name.asText())) {
                causes.add(new Cause(join(path, name.asText()), REQUIRED));
            }
        }
        size(schema, object.size(), "minProperties", "maxProperties", "properties", path, object);
        object.properties().forEach(field -> {
            var known = StructuralSchema.fieldOf(schema, field.getKey());
            boolean isMeta = path.isEmpty() && field.getKey().equals("metadata");
            if (known.isObject() && !isMeta) {
                value(known, field.getValue(), join(path, field.getKey()));
            }
        });
    }

    private static String join(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private void list(JsonNode schema, JsonNode list, String path) {
        size(schema, list.size(), "minItems", "maxItems", "items", path, list);
        for (int i = 0; i < list.size(); i++) {
            value(schema.path("items"), list.get(i), path + "[" + i + "]");
        }
    }

    private void oneOf(JsonNode schema, JsonNode value, String path) {
        var allowed = schema.path("enum");
        if (allowed.isArray()
                && StreamSupport.stream(allowed.spliterator(), false).noneMatch(value::equals)) {
            var shown = StreamSupport.stream(allowed.spliterator(), false)
                    .map(JsonNode::toString)
                    .collect(Collectors.joining(", "));
            causes.add(new Cause(path, "Unsupported value: " + value + ": supported values: " + shown));
        }
    }

    private void number(JsonNode schema, JsonNode value, String path) {
        bound(schema, "minimum", value, path, 1);
        bound(schema, "maximum", value, path, -1);
    }

    private void bound(JsonNode schema, String bound, JsonNode value, String path, int sign) {
        if (!schema.has(bound)) {
            return;
        }
        var limit = new BigDecimal(schema.path(bound).asText());
        int distance = Integer.signum(value.decimalValue().compareTo(limit)) * sign;
        boolean isExclusive =
                schema.path(sign > 0 ? "exclusiveMinimum" : "exclusiveMaximum").asBoolean(false);
        if (distance < 0 || (distance == 0 && isExclusive)) {
            var words = sign > 0 ? "greater than" : "less than";
            invalid(path, value, "should be " + words + (isExclusive ? " " : " or equal to ") + limit.toPlainString());
        }
    }

    private void text(JsonNode schema, JsonNode value, String path) {
        int length = value.asText().codePointCount(0, value.asText().length());
        size(schema, length, "minLength", "maxLength", "characters", path, value);
        var pattern = schema.path("pattern").asText();
        if (!pattern.isEmpty()
                && !Pattern.compile(pattern).matcher(value.asText()).find()) {
            invalid(path, value, "should match '" + pattern + "'");
        }
    }

    private void size(JsonNode schema, int size, String min, String max, String unit, String path, JsonNode value) {
        if (schema.has(min) && size < schema.path(min).asInt()) {
            invalid(path, value, "should have at least " + schema.path(min).asInt() + " " + unit);
        }
        if (schema.has(max) && size > schema.path(max).asInt()) {
            causes.add(new Cause(
                    path, "Too long: may not have more than " + schema.path(max).asInt() + " " + unit));
        }
    }

    private void invalid(String path, JsonNode value, String expected) {
        var shown = value.isValueNode() ? value.toString() : value.isArray() ? "a list" : "an object";
        causes.add(new Cause(path, "Invalid value: " + shown + ": " + path + " in body " + expected));
    }
}
