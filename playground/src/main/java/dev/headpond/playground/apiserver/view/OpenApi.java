package dev.headpond.playground.apiserver.view;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.headpond.playground.apiserver.kinds.Catalog;
import dev.headpond.playground.apiserver.kinds.ResourceType;
import java.util.List;
import java.util.Optional;

/// OpenAPI v3, as far as kubectl reads it: that a patch can be validated by the server, and the schemas of
/// custom types for `kubectl explain`. Built-in types are plain objects here.
public final class OpenApi {
    private static final String ROOT = "/openapi/v3";
    private static final String KIND = "x-kubernetes-group-version-kind";
    private static final List<String> PATCH_PARAMETERS = List.of("dryRun", "fieldManager", "fieldValidation", "force");

    private final Catalog catalog;

    public OpenApi(Catalog catalog) {
        this.catalog = catalog;
    }

    /// Empty if the path is none of OpenAPI's.
    public Optional<JsonNode> find(String path) {
        if (path.equals(ROOT)) {
            return Optional.of(index());
        }
        var steps = path.split("/", -1);
        if (!path.startsWith(ROOT + "/") || steps.length < 5 || steps.length > 6) {
            return Optional.empty();
        }
        var types = steps.length == 5 ? catalog.of("", steps[4]) : catalog.of(steps[4], steps[5]);
        return types.isEmpty() ? Optional.empty() : Optional.of(document(types));
    }

    private ObjectNode index() {
        var index = object();
        var paths = index.putObject("paths");
        for (var type : catalog.all()) {
            var prefix = prefix(type);
            // Clients keep what they have read as long as its hash is the same.
            var hash =
                    Integer.toHexString(catalog.of(type.group(), type.version()).hashCode());
            paths.putObject(prefix).put("serverRelativeURL", ROOT + "/" + prefix + "?hash=" + hash);
        }
        return index;
    }

    private static String prefix(ResourceType type) {
        return (type.group().isEmpty() ? "api/" : "apis/") + type.apiVersion();
    }

    private static ObjectNode document(List<ResourceType> types) {
        var document = object().put("openapi", "3.0.0");
        document.putObject("info").put("title", "Headpond playground").put("version", "v1");
        var paths = document.putObject("paths");
        var schemas = document.putObject("components").putObject("schemas");
        for (var type : types) {
            var scope = type.namespaced() ? "/namespaces/{namespace}/" : "/";
            var path = "/" + prefix(type) + scope + type.plural() + "/{name}";
            paths.putObject(path).set("patch", patch(type));
            var group = type.group().isEmpty() ? "core" : type.group();
            schemas.set(group + "." + type.version() + "." + type.kind(), schema(type));
        }
        return document;
    }

    private static ObjectNode patch(ResourceType type) {
        var patch = object();
        var parameters = patch.putArray("parameters");
        PATCH_PARAMETERS.forEach(
                name -> parameters.addObject().put("name", name).put("in", "query"));
        patch.set(KIND, kind(type));
        patch.putObject("responses");
        return patch;
    }

    private static ObjectNode schema(ResourceType type) {
        var schema = type.schema()
                .filter(ObjectNode.class::isInstance)
                .<ObjectNode>map(JsonNode::deepCopy)
                .orElseGet(() -> object().put("type", "object"));
        schema.putArray(KIND).add(kind(type));
        return schema;
    }

    private static ObjectNode kind(ResourceType type) {
        return object().put("group", type.group())
                .put("version", type.version())
                .put("kind", type.kind());
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
