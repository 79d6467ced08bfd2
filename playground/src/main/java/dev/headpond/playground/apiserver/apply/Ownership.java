package dev.headpond.playground.apiserver.apply;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// Keeps the books for writes that are no apply: whoever changes a field owns it from then on, alone.
public final class Ownership {
    private Ownership() {}

    /// Writes `metadata.managedFields` of a new object.
    public static void ofNew(ObjectNode object, Manager manager, Shape shape, String time) {
        ofChange(JsonNodeFactory.instance.objectNode(), object, manager, shape, time);
    }

    /// Writes `metadata.managedFields` of `after`, starting from what it has there.
    public static void ofChange(ObjectNode before, ObjectNode after, Manager manager, Shape shape, String time) {
        var ownable = Fields.ownable(after);
        var changed = Fields.changed(Fields.ownable(before), ownable, shape);
        var managed = ManagedFields.of(after);
        managed.takeFromOthers(manager, changed);
        managed.keepOnly(ownable);
        managed.set(
                manager,
                managed.of(manager).union(changed),
                after.path("apiVersion").asText(),
                time);
        managed.writeTo(after);
    }
}
