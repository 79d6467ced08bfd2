package dev.headpond.playground.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// A set of paths into an object, as a tree of steps; immutable. Its JSON form is FieldsV1: `{}` is a path
/// that ends here, and `"."` among other steps says that the place where they branch off is in the set as
/// well.
///
/// @param isMember whether the path that leads to this node is in the set
/// @param children by [Step]; none of them is empty
public record FieldSet(boolean isMember, SortedMap<String, FieldSet> children) {
    static final FieldSet NONE = new FieldSet(false, Collections.emptySortedMap());
    static final FieldSet LEAF = new FieldSet(true, Collections.emptySortedMap());
    private static final String HERE = ".";

    static FieldSet of(boolean isMember, Map<String, FieldSet> children) {
        var kept = new TreeMap<>(children);
        kept.values().removeIf(FieldSet::isEmpty);
        return new FieldSet(isMember, Collections.unmodifiableSortedMap(kept));
    }

    static FieldSet read(JsonNode fields) {
        if (fields.isEmpty()) {
            return LEAF;
        }
        var children = new TreeMap<String, FieldSet>();
        fields.properties().stream()
                .filter(entry -> !entry.getKey().equals(HERE))
                .forEach(entry -> children.put(entry.getKey(), read(entry.getValue())));
        return of(fields.has(HERE), children);
    }

    ObjectNode json() {
        var json = JsonNodeFactory.instance.objectNode();
        if (isMember && !children.isEmpty()) {
            json.putObject(HERE);
        }
        children.forEach((step, child) -> json.set(step, child.json()));
        return json;
    }

    boolean isEmpty() {
        return !isMember && children.isEmpty();
    }

    FieldSet child(String step) {
        return children.getOrDefault(step, NONE);
    }

    FieldSet union(FieldSet other) {
        var all = new TreeMap<>(children);
        other.children.forEach((step, child) -> all.merge(step, child, FieldSet::union));
        return of(isMember || other.isMember, all);
    }

    FieldSet minus(FieldSet other) {
        var rest = new TreeMap<String, FieldSet>();
        children.forEach((step, child) -> rest.put(step, child.minus(other.child(step))));
        return of(isMember && !other.isMember, rest);
    }

    FieldSet intersect(FieldSet other) {
        var shared = new TreeMap<String, FieldSet>();
        children.forEach((step, child) -> shared.put(step, child.intersect(other.child(step))));
        return of(isMember && other.isMember, shared);
    }

    /// The paths as messages show them: `.spec.containers[name="a"].image`.
    List<String> paths() {
        var paths = new ArrayList<String>();
        collect("", paths);
        return paths;
    }

    private void collect(String prefix, List<String> paths) {
        if (isMember) {
            paths.add(prefix);
        }
        children.forEach((step, child) -> child.collect(prefix + shown(step), paths));
    }

    private static String shown(String step) {
        var rest = step.substring(2);
        if (step.startsWith("f:")) {
            return "." + rest;
        }
        return step.startsWith("v:")
                ? "[=" + rest + "]"
                : "[" + rest.substring(1, rest.length() - 1).replaceAll("\"([^\"]*)\":", "$1=") + "]";
    }
}
