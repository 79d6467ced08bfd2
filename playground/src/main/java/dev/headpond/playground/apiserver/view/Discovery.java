package dev.headpond.playground.apiserver.view;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.headpond.playground.apiserver.kinds.Catalog;
import dev.headpond.playground.apiserver.kinds.ResourceType;
import java.util.List;
import java.util.Optional;

/// Tells clients which types are served: `/version`, `/api`, `/apis` and below them.
public final class Discovery {
    private static final List<String> VERBS =
            List.of("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch");
    private static final List<String> SUBRESOURCE_VERBS = List.of("get", "patch", "update");

    private final Catalog catalog;

    public Discovery(Catalog catalog) {
        this.catalog = catalog;
    }

    /// Empty if the path is none of discovery's.
    public Optional<JsonNode> find(String path) {
        return switch (path) {
            case "/version" -> Optional.of(version());
            case "/api" -> Optional.of(coreVersions());
            case "/apis" -> Optional.of(groups());
            default -> below(path.split("/", -1));
        };
    }

    private static ObjectNode version() {
        return object().put("major", "1").put("minor", "34").put("gitVersion", "v1.34.0-playground");
    }

    private static ObjectNode coreVersions() {
        var versions = object().put("kind", "APIVersions");
        versions.putArray("versions").add("v1");
        return versions;
    }

    private ObjectNode groups() {
        var list = object().put("kind", "APIGroupList").put("apiVersion", "v1");
        var groups = list.putArray("groups");
        catalog.groups().forEach(name -> groups.add(group(name)));
        return list;
    }

    private ObjectNode group(String name) {
        var group = object().put("kind", "APIGroup").put("apiVersion", "v1").put("name", name);
        var versions = group.putArray("versions");
        catalog.versions(name).forEach(version -> versions.add(groupVersion(name, version)));
        group.set("preferredVersion", groupVersion(name, catalog.versions(name).getFirst()));
        return group;
    }

    private static ObjectNode groupVersion(String group, String version) {
        return object().put("groupVersion", group + "/" + version).put("version", version);
    }

    /// @param steps of the path; the first one is empty
    private Optional<JsonNode> below(String[] steps) {
        boolean isCore = steps.length == 3 && steps[1].equals("api");
        boolean isNamed = steps.length > 2 && steps[1].equals("apis");
        if (isCore) {
            return resources("", steps[2]);
        }
        if (isNamed && steps.length == 3) {
            return catalog.groups().contains(steps[2]) ? Optional.of(group(steps[2])) : Optional.empty();
        }
        return isNamed && steps.length == 4 ? resources(steps[2], steps[3]) : Optional.empty();
    }

    private Optional<JsonNode> resources(String group, String version) {
        var types = catalog.of(group, version);
        if (types.isEmpty()) {
            return Optional.empty();
        }
        var list = object().put("kind", "APIResourceList")
                .put("apiVersion", "v1")
                .put("groupVersion", types.getFirst().apiVersion());
        var resources = list.putArray("resources");
        types.forEach(type -> addTo(resources, type));
        return Optional.of(list);
    }

    private static void addTo(ArrayNode resources, ResourceType type) {
        var resource = resources
                .addObject()
                .put("name", type.plural())
                .put("singularName", type.singular())
                .put("namespaced", type.namespaced())
                .put("kind", type.kind());
        texts(resource.putArray("verbs"), VERBS);
        if (!type.shortNames().isEmpty()) {
            texts(resource.putArray("shortNames"), type.shortNames());
        }
        if (!type.categories().isEmpty()) {
            texts(resource.putArray("categories"), type.categories());
        }
        if (type.hasStatus()) {
            subresource(resources, type, "status").put("kind", type.kind());
        }
        if (type.scale().isPresent()) {
            subresource(resources, type, "scale")
                    .put("kind", "Scale")
                    .put("group", "autoscaling")
                    .put("version", "v1");
        }
    }

    private static ObjectNode subresource(ArrayNode resources, ResourceType type, String name) {
        var resource = resources
                .addObject()
                .put("name", type.plural() + "/" + name)
                .put("singularName", "")
                .put("namespaced", type.namespaced());
        texts(resource.putArray("verbs"), SUBRESOURCE_VERBS);
        return resource;
    }

    private static void texts(ArrayNode list, List<String> texts) {
        texts.forEach(list::add);
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
