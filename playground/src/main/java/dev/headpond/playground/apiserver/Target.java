package dev.headpond.playground.apiserver;

import dev.headpond.playground.apiserver.kinds.Catalog;
import dev.headpond.playground.apiserver.kinds.Refusal;
import dev.headpond.playground.apiserver.kinds.ResourceType;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;

/// What the path of a request leads to.
///
/// @param namespace empty for all namespaces, and for types without
/// @param name empty for the whole collection
/// @param subresource empty for the object itself
record Target(ResourceType type, String namespace, Optional<String> name, String subresource) {
    private static final String NAMESPACES = "namespaces";

    /// Reads `/api/v1/…` and `/apis/GROUP/VERSION/…`.
    ///
    /// @throws Refusal 404 if no type is there
    static Target of(String path, Catalog catalog) {
        var steps = new ArrayDeque<>(
                List.of(path.substring(Math.min(1, path.length())).split("/", -1)));
        var prefix = steps.removeFirst();
        boolean isCore = prefix.equals("api");
        if ((!isCore && !prefix.equals("apis")) || steps.size() < (isCore ? 2 : 3)) {
            throw Refusal.unknownPath();
        }
        var group = isCore ? "" : steps.removeFirst();
        var version = steps.removeFirst();
        var namespace = "";
        if (isNamespaced(steps)) {
            steps.removeFirst();
            namespace = steps.removeFirst();
        }
        var type = catalog.find(group, version, steps.removeFirst()).orElseThrow(Refusal::unknownPath);
        var name = Optional.ofNullable(steps.poll());
        var subresource = Optional.ofNullable(steps.poll()).orElse("");
        if (!steps.isEmpty()) {
            throw Refusal.unknownPath();
        }
        return new Target(type, namespace, name, subresource);
    }

    /// `namespaces/NAME/status` is about the namespace, `namespaces/NAME/pods` about what is in it.
    private static boolean isNamespaced(ArrayDeque<String> steps) {
        if (!NAMESPACES.equals(steps.peekFirst()) || steps.size() < 3) {
            return false;
        }
        var third = steps.stream().skip(2).findFirst().orElse("");
        return !(steps.size() == 3 && (third.equals("status") || third.equals("finalize")));
    }

    String nameOrRefuse(String method, String path) {
        return name.orElseThrow(() -> Refusal.methodNotAllowed(method, path));
    }
}
