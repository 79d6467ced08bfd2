package dev.headpond.crds;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/// Every rule that a spec must keep, with a spec that keeps it and one that breaks it: `META-INF/headpond/rules.yaml`.
/// Tests hold the operator's readers and a real API server against the same table.
public final class RuleTable {
    private static final String RESOURCE = "/META-INF/headpond/rules.yaml";

    private RuleTable() {}

    /// @param rule the rule in words
    /// @param kept a spec that is accepted
    /// @param broken a spec that is refused
    /// @param before the spec that `kept` and `broken` are updates of, for rules about a change
    /// @param name the object's name in the refused case, for rules about the name
    /// @param says part of the API server's message
    /// @param problem part of the operator's line; empty where only the API server can know
    public record Row(
            String rule,
            JsonNode kept,
            JsonNode broken,
            Optional<JsonNode> before,
            Optional<String> name,
            String says,
            Optional<String> problem) {
        @Override
        public String toString() {
            return rule;
        }
    }

    /// The rows, in the order of the file.
    public static List<Row> rows() {
        var yaml = new YAMLMapper();
        try (var in = RuleTable.class.getResourceAsStream(RESOURCE)) {
            return yaml.readValue(in, new TypeReference<List<JsonNode>>() {}).stream()
                    .map(RuleTable::row)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Row row(JsonNode row) {
        return new Row(
                row.required("rule").asText(),
                row.required("kept"),
                row.required("broken"),
                Optional.ofNullable(row.get("before")),
                text(row, "name"),
                row.required("says").asText(),
                text(row, "problem"));
    }

    private static Optional<String> text(JsonNode row, String field) {
        return Optional.ofNullable(row.get(field)).map(JsonNode::asText);
    }
}
