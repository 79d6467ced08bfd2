package dev.headpond.playground.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The `metadata.managedFields` of one object while it is being written.
final class ManagedFields {
    private record Owned(FieldSet fields, String apiVersion, String time) {}

    private final Map<Manager, Owned> owners = new LinkedHashMap<>();

    static ManagedFields of(JsonNode object) {
        var read = new ManagedFields();
        for (var entry : object.at("/metadata/managedFields")) {
            if (entry.has("manager")) {
                read.owners.put(
                        Manager.read(entry),
                        new Owned(
                                FieldSet.read(entry.path("fieldsV1")),
                                entry.path("apiVersion").asText(),
                                entry.path("time").asText()));
            }
        }
        return read;
    }

    FieldSet of(Manager manager) {
        var owned = owners.get(manager);
        return owned == null ? FieldSet.NONE : owned.fields;
    }

    Map<Manager, FieldSet> others(Manager manager) {
        var others = new LinkedHashMap<Manager, FieldSet>();
        owners.forEach((who, owned) -> others.put(who, owned.fields));
        others.remove(manager);
        return others;
    }

    /// Gives the manager exactly these fields; the time stays when they are the same as before.
    void set(Manager manager, FieldSet fields, String apiVersion, String time) {
        if (!of(manager).equals(fields)) {
            owners.put(manager, new Owned(fields, apiVersion, time));
        }
    }

    /// Takes these fields from everybody but the manager.
    void takeFromOthers(Manager manager, FieldSet fields) {
        owners.replaceAll((who, owned) ->
                who.equals(manager) ? owned : new Owned(owned.fields.minus(fields), owned.apiVersion, owned.time));
    }

    /// Forgets the fields that the object no longer has.
    void keepOnly(JsonNode object) {
        owners.replaceAll((_, owned) -> new Owned(Fields.within(owned.fields, object), owned.apiVersion, owned.time));
    }

    void writeTo(ObjectNode object) {
        List<JsonNode> entries = new ArrayList<>();
        owners.forEach((manager, owned) -> {
            if (!owned.fields.isEmpty()) {
                entries.add(manager.entry(owned.apiVersion, owned.time, owned.fields));
            }
        });
        ArrayNode written = object.withObject("/metadata").putArray("managedFields");
        written.addAll(entries);
    }
}
