package dev.headpond.playground.apiserver.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.StreamSupport;

/// Reads a CustomResourceDefinition: one type for each version that is served.
public final class CustomTypes {
    private CustomTypes() {}

    /// What a definition must have for its types to be served; the server has no conversion between versions.
    public static List<Cause> problems(JsonNode definition) {
        var causes = new ArrayList<Cause>();
        for (var field : List.of("group", "scope")) {
            require(definition.path("spec"), field, "spec.", causes);
        }
        for (var field : List.of("plural", "kind")) {
            require(definition.path("spec").path("names"), field, "spec.names.", causes);
        }
        var expected = definition.at("/spec/names/plural").asText() + "." + group(definition);
        if (!definition.at("/metadata/name").asText().equals(expected)) {
            causes.add(new Cause("metadata.name", "must be spec.names.plural+\".\"+spec.group, here " + expected));
        }
        if (definition.at("/spec/versions").isEmpty()) {
            causes.add(new Cause("spec.versions", "must have exactly one version marked as storage version"));
        }
        for (var version : definition.at("/spec/versions")) {
            if (!version.at("/schema/openAPIV3Schema").isObject()) {
                causes.add(new Cause(
                        "spec.versions[" + version.path("name").asText() + "].schema", "schemas are required"));
            }
        }
        return causes;
    }

    public static List<ResourceType> read(JsonNode definition) {
        return StreamSupport.stream(definition.at("/spec/versions").spliterator(), false)
                .filter(version -> version.path("served").asBoolean())
                .map(version -> type(definition, version))
                .toList();
    }

    public static String group(JsonNode definition) {
        return definition.at("/spec/group").asText();
    }

    public static String plural(JsonNode definition) {
        return definition.at("/spec/names/plural").asText();
    }

    private static ResourceType type(JsonNode definition, JsonNode version) {
        var names = definition.at("/spec/names");
        var kind = names.path("kind").asText();
        return new ResourceType(
                group(definition),
                version.path("name").asText(),
                plural(definition),
                names.path("singular").asText(kind.toLowerCase(Locale.ROOT)),
                kind,
                definition.at("/spec/scope").asText().equals("Namespaced"),
                texts(names.path("shortNames")),
                texts(names.path("categories")),
                version.at("/subresources/status").isObject(),
                scale(version.at("/subresources/scale")),
                columns(version.path("additionalPrinterColumns")),
                Optional.of(version.at("/schema/openAPIV3Schema")));
    }

    private static Optional<ScalePaths> scale(JsonNode scale) {
        if (!scale.isObject()) {
            return Optional.empty();
        }
        var selector = scale.path("labelSelectorPath").asText();
        return Optional.of(new ScalePaths(
                scale.path("specReplicasPath").asText(),
                scale.path("statusReplicasPath").asText(),
                selector.isEmpty() ? Optional.empty() : Optional.of(selector)));
    }

    private static List<Column> columns(JsonNode columns) {
        var read = StreamSupport.stream(columns.spliterator(), false)
                .map(column -> new Column(
                        column.path("name").asText(),
                        column.path("type").asText("string"),
                        column.path("jsonPath").asText(),
                        column.path("priority").asInt(0)))
                .toList();
        return read.isEmpty() ? List.of(Column.AGE) : read;
    }

    private static List<String> texts(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }

    private static void require(JsonNode parent, String field, String prefix, List<Cause> causes) {
        if (parent.path(field).asText().isEmpty()) {
            causes.add(new Cause(prefix + field, "Required value"));
        }
    }
}
