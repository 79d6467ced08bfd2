package dev.headpond.playground.apiserver.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import dev.headpond.playground.apiserver.apply.Shape;
import java.util.List;
import java.util.Optional;

/// One type in one version.
///
/// @param group empty for the core group
/// @param hasStatus whether `/status` is a subresource: then a write of the whole leaves the status alone,
///     and the reverse
/// @param schema the structural schema; built-in types have none and keep whatever they are given
public record ResourceType(
        String group,
        String version,
        String plural,
        String singular,
        String kind,
        boolean namespaced,
        List<String> shortNames,
        List<String> categories,
        boolean hasStatus,
        Optional<ScalePaths> scale,
        List<Column> columns,
        Optional<JsonNode> schema) {

    public static final String NAMESPACES = "/namespaces";
    public static final String PODS = "/pods";
    public static final String SERVICES = "/services";
    public static final String DEFINITIONS = "apiextensions.k8s.io/customresourcedefinitions";

    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    /// Names the objects in the store, in whatever version they are asked for.
    public String id() {
        return group + "/" + plural;
    }

    /// As in messages: `deployments.apps`.
    public String qualified() {
        return group.isEmpty() ? plural : plural + "." + group;
    }

    /// As in messages about validity: `Deployment.apps`.
    public String qualifiedKind() {
        return group.isEmpty() ? kind : kind + "." + group;
    }

    public boolean is(String id) {
        return id().equals(id);
    }

    /// Types of settings have no generation: nothing observes them by it.
    public boolean hasGeneration() {
        return schema.isPresent() || is(PODS) || (hasStatus && !group.isEmpty());
    }

    public Shape shape() {
        return schema.map(Shape::ofSchema).orElseGet(Shape::known);
    }
}
