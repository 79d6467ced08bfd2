package dev.headpond.policy;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// One object of a document, read field by field. A field that is missing takes its default; one that is wrong adds
/// a [Problem] and yields the default too, so that reading goes on and finds the rest.
final class Fields {
    private final String path;
    private final @Nullable JsonNode node;
    private final List<Problem> problems;
    private final TreeSet<String> known = new TreeSet<>();

    private Fields(String path, @Nullable JsonNode node, List<Problem> problems) {
        this.path = path;
        this.node = node;
        this.problems = problems;
        if (node != null && !node.isObject()) {
            problems.add(new Problem(path.isEmpty() ? "document" : path, shown(node), "must be an object"));
        }
    }

    static Fields root(JsonNode node, List<Problem> problems) {
        return new Fields("", node, problems);
    }

    Fields object(String name) {
        return new Fields(at(name), value(name), problems);
    }

    boolean has(String name) {
        return value(name) != null;
    }

    List<Fields> list(String name) {
        var array = value(name);
        if (array == null) {
            return List.of();
        }
        if (!array.isArray()) {
            return bad(name, array, "must be a list", List.of());
        }
        var items = new ArrayList<Fields>();
        for (int i = 0; i < array.size(); i++) {
            items.add(new Fields(at(name) + "[" + i + "]", array.get(i), problems));
        }
        return items;
    }

    long bytes(String name, String otherwise, Limit limit) {
        return number(name, ByteSize.parse(otherwise).orElseThrow(), limit, ByteSize::parse, "must be a size like 4Mi");
    }

    long whole(String name, long otherwise, Limit limit) {
        return number(name, otherwise, limit, Fields::parseWhole, "must be a whole number");
    }

    int small(String name, int otherwise, Limit limit) {
        return Math.toIntExact(whole(name, otherwise, limit));
    }

    OptionalLong optionalWhole(String name, Limit limit) {
        return has(name) ? OptionalLong.of(whole(name, limit.max(), limit)) : OptionalLong.empty();
    }

    Duration duration(String name, String otherwise, Limit limit) {
        long nanos = number(
                name,
                Durations.parse(otherwise).orElseThrow().toNanos(),
                limit,
                text -> Durations.parse(text)
                        .map(d -> OptionalLong.of(d.toNanos()))
                        .orElse(OptionalLong.empty()),
                "must be a duration like 5ms or 2s");
        return Duration.ofNanos(nanos);
    }

    Ratio ratio(String name, String otherwise) {
        var value = value(name);
        var fallback = Ratio.parse(otherwise).orElseThrow();
        if (value == null) {
            return fallback;
        }
        return Ratio.parse(value.asText())
                .orElseGet(() -> bad(name, value, "must be a percentage like 0.12%, 0%..100%", fallback));
    }

    <E extends Enum<E>> E oneOf(String name, E otherwise) {
        var value = value(name);
        if (value == null) {
            return otherwise;
        }
        var values = otherwise.getDeclaringClass().getEnumConstants();
        for (var candidate : values) {
            if (value.isTextual() && candidate.name().equals(value.asText())) {
                return candidate;
            }
        }
        var names = Arrays.stream(values).map(Enum::name).collect(Collectors.joining(" or "));
        return bad(name, value, "must be " + names, otherwise);
    }

    /// A text that is there and matches, or the problem and `otherwise`.
    String text(String name, String otherwise, String regex, String expected) {
        var value = value(name);
        if (value == null) {
            problems.add(new Problem(at(name), "nothing", expected));
            return otherwise;
        }
        return value.isTextual() && value.asText().matches(regex)
                ? value.asText()
                : bad(name, value, expected, otherwise);
    }

    /// A list of texts that each match, with at least one of them.
    List<String> texts(String name, String regex, String expected) {
        var value = value(name);
        if (value == null || !value.isArray() || value.isEmpty()) {
            problems.add(new Problem(at(name), value == null ? "nothing" : shown(value), expected));
            return List.of();
        }
        var texts = new ArrayList<String>();
        for (var item : value) {
            if (!item.isTextual() || !item.asText().matches(regex)) {
                return bad(name, item, expected, List.of());
            }
            texts.add(item.asText());
        }
        return texts;
    }

    /// A problem of the object itself.
    void problem(String value, String expected) {
        problems.add(new Problem(path, value, expected));
    }

    Optional<String> optionalText(String name, String regex, String expected) {
        return has(name) ? Optional.of(text(name, "", regex, expected)) : Optional.empty();
    }

    <T> Optional<T> optional(String name, Function<Fields, T> read) {
        return has(name) ? Optional.of(read.apply(object(name))) : Optional.empty();
    }

    /// Reports what nobody asked for: a misspelt field must not look as if it had been obeyed.
    void refuseUnknown() {
        if (node == null || !node.isObject()) {
            return;
        }
        node.fieldNames().forEachRemaining(name -> {
            if (!known.contains(name)) {
                problems.add(new Problem(
                        at(name), shown(node.get(name)), "is no field here; known are " + String.join(", ", known)));
            }
        });
    }

    private long number(
            String name, long otherwise, Limit limit, Function<String, OptionalLong> parse, String expectedForm) {
        var value = value(name);
        if (value == null) {
            return otherwise;
        }
        var parsed = value.isValueNode() ? parse.apply(value.asText()) : OptionalLong.empty();
        if (parsed.isEmpty()) {
            return bad(name, value, expectedForm + ", " + limit.expected().substring("must be ".length()), otherwise);
        }
        return limit.contains(parsed.getAsLong()) ? parsed.getAsLong() : bad(name, value, limit.expected(), otherwise);
    }

    private static OptionalLong parseWhole(String text) {
        try {
            return OptionalLong.of(Long.parseLong(text));
        } catch (NumberFormatException _) {
            return OptionalLong.empty();
        }
    }

    private @Nullable JsonNode value(String name) {
        known.add(name);
        var value = node == null ? null : node.get(name);
        return value == null || value.isNull() ? null : value;
    }

    private <T> T bad(String name, JsonNode value, String expected, T otherwise) {
        problems.add(new Problem(at(name), shown(value), expected));
        return otherwise;
    }

    private String at(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private static String shown(JsonNode value) {
        var text = value.isValueNode() ? value.asText() : value.toString();
        return text.length() <= 80 ? text : text.substring(0, 77) + "...";
    }
}
