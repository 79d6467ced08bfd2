package dev.headpond.playground.apiserver.view;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The part of JSONPath that printer columns use: fields, `[0]`, `[*]` and `[?(@.field=="text")]`.
final class JsonPath {
    private static final Pattern STEP = Pattern.compile(
            "\\.([A-Za-z0-9_$-]+)|\\[['\"]([^'\"]+)['\"]]|\\[(\\d+)]|\\[(\\*)]|\\[\\?\\(@\\.([\\w.-]+)\\s*==\\s*['\"]([^'\"]*)['\"]\\)]");

    private JsonPath() {}

    /// Everything that the path leads to, in order; empty if it leads nowhere or cannot be read.
    static List<JsonNode> all(JsonNode root, String path) {
        var found = List.of(root);
        var steps = STEP.matcher(path);
        int end = 0;
        while (end < steps.regionEnd() && steps.find(end) && steps.start() == end) {
            end = steps.end();
            var next = new ArrayList<JsonNode>();
            for (var node : found) {
                step(node, steps, next);
            }
            found = next;
        }
        return end == steps.regionEnd() ? found : List.of();
    }

    static Optional<JsonNode> first(JsonNode root, String path) {
        return all(root, path).stream().findFirst();
    }

    private static void step(JsonNode node, Matcher step, List<JsonNode> next) {
        var name = step.group(1) != null ? step.group(1) : step.group(2);
        if (name != null) {
            add(node.path(name), next);
        } else if (step.group(3) != null) {
            add(node.path(Integer.parseInt(step.group(3))), next);
        } else if (step.group(4) != null) {
            node.forEach(item -> add(item, next));
        } else {
            node.forEach(item -> {
                if (item.path(step.group(5)).asText().equals(step.group(6))) {
                    add(item, next);
                }
            });
        }
    }

    private static void add(JsonNode node, List<JsonNode> next) {
        if (!node.isMissingNode() && !node.isNull()) {
            next.add(node);
        }
    }
}
