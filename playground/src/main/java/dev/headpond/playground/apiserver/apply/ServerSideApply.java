package dev.headpond.playground.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.headpond.playground.apiserver.apply.ApplyOutcome.Conflict;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Server-side apply: merges the fields that a manager wants, removes those it wanted before and wants no
/// more unless somebody else owns them, and refuses to change what others own.
///
/// Source: Kubernetes documentation, Server-Side Apply.
public final class ServerSideApply {
    private ServerSideApply() {}

    /// @param live the object as it is, or for a new one just its apiVersion, kind and identity; not changed
    /// @param wanted what the manager sends
    /// @param force take the fields of others instead of refusing
    /// @param time for the managedFields entry if the owned fields change, RFC 3339
    public static ApplyOutcome apply(
            ObjectNode live, ObjectNode wanted, Manager manager, boolean force, Shape shape, String time) {
        var intent = Fields.ownable(wanted);
        var mine = Fields.of(intent, shape);
        var merged = live.deepCopy();
        merge(merged, intent, shape);
        var managed = ManagedFields.of(live);
        var changed = Fields.changed(Fields.ownable(live), Fields.ownable(merged), shape);
        var conflicts = conflicts(managed.others(manager), changed.intersect(mine));
        if (!conflicts.isEmpty() && !force) {
            return new ApplyOutcome.Conflicts(conflicts);
        }
        managed.takeFromOthers(manager, changed.intersect(mine));
        prune(merged, managed.of(manager), mine, managed.others(manager).values());
        managed.keepOnly(merged);
        managed.set(manager, mine, wanted.path("apiVersion").asText(), time);
        managed.writeTo(merged);
        return new ApplyOutcome.Merged(merged);
    }

    private static List<Conflict> conflicts(Map<Manager, FieldSet> others, FieldSet changed) {
        var conflicts = new ArrayList<Conflict>();
        others.forEach((owner, fields) ->
                fields.intersect(changed).paths().forEach(path -> conflicts.add(new Conflict(owner, path))));
        return conflicts;
    }

    /// Puts what is wanted into the target, in place.
    private static void merge(ObjectNode target, ObjectNode wanted, Shape shape) {
        wanted.properties().forEach(field -> {
            var name = field.getKey();
            target.set(name, merged(target.get(name), field.getValue(), shape.field(name)));
        });
    }

    private static JsonNode merged(@Nullable JsonNode target, JsonNode wanted, Shape shape) {
        if (target instanceof ObjectNode object && wanted instanceof ObjectNode fields && !shape.isAtomicMap()) {
            merge(object, fields, shape);
            return object;
        }
        if (target instanceof ArrayNode list && wanted instanceof ArrayNode items) {
            return Step.toAll(items, shape.list())
                    .<JsonNode>map(steps -> mergedItems(list, items, steps, shape))
                    .orElseGet(items::deepCopy);
        }
        return wanted.deepCopy();
    }

    private static ArrayNode mergedItems(ArrayNode target, ArrayNode wanted, List<String> steps, Shape shape) {
        for (int i = 0; i < steps.size(); i++) {
            var at = Step.indexIn(target, steps.get(i));
            if (at.isEmpty()) {
                target.add(wanted.get(i).deepCopy());
            } else {
                target.set(at.getAsInt(), merged(target.get(at.getAsInt()), wanted.get(i), shape.item()));
            }
        }
        return target;
    }

    /// Removes in place what was owned before, is not now, and belongs to no other.
    private static void prune(JsonNode target, FieldSet before, FieldSet now, Collection<FieldSet> others) {
        before.children().forEach((step, owned) -> {
            var nowThere = now.child(step);
            var othersThere = others.stream()
                    .map(other -> other.child(step))
                    .filter(other -> !other.isEmpty())
                    .toList();
            if (nowThere.isEmpty() && othersThere.isEmpty() && !isPart(step)) {
                remove(target, step);
            } else {
                descend(target, step).forEach(child -> prune(child, owned, nowThere, othersThere));
            }
        });
    }

    /// A field goes as a whole: what the server has defaulted inside goes with it.
    private static void remove(JsonNode target, String step) {
        if (target instanceof ArrayNode list) {
            Step.indexIn(list, step).ifPresent(list::remove);
        } else if (target instanceof ObjectNode object) {
            object.remove(step.substring("f:".length()));
        }
    }

    /// The big parts of an object outlive their last owner.
    private static boolean isPart(String step) {
        return step.equals("f:metadata") || step.equals("f:spec") || step.equals("f:status");
    }

    private static List<JsonNode> descend(JsonNode target, String step) {
        if (target instanceof ArrayNode list) {
            var at = Step.indexIn(list, step);
            return at.isEmpty() ? List.of() : List.of(list.get(at.getAsInt()));
        }
        var child = target.path(step.substring("f:".length()));
        return child.isMissingNode() ? List.of() : List.of(child);
    }
}
