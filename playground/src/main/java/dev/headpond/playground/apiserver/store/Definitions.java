package dev.headpond.playground.apiserver.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.headpond.playground.apiserver.kinds.Catalog;
import dev.headpond.playground.apiserver.kinds.CustomTypes;

/// Serves the types of CustomResourceDefinitions, and says so in their status.
final class Definitions {
    private final Catalog catalog;

    Definitions(Catalog catalog) {
        this.catalog = catalog;
    }

    /// Writes the status in place, unless it says so already.
    static void accept(ObjectNode definition, String time) {
        var names = definition.at("/spec/names");
        if (definition.at("/status/acceptedNames").equals(names)) {
            return;
        }
        var status = definition.putObject("status");
        status.set("acceptedNames", names.deepCopy());
        var conditions = status.putArray("conditions");
        for (var type : new String[] {"NamesAccepted", "Established"}) {
            conditions
                    .addObject()
                    .put("type", type)
                    .put("status", "True")
                    .put("reason", type.equals("Established") ? "InitialNamesAccepted" : "NoConflicts")
                    .put("message", "")
                    .put("lastTransitionTime", time);
        }
        var stored = status.putArray("storedVersions");
        for (var version : definition.at("/spec/versions")) {
            if (version.path("storage").asBoolean(false)) {
                stored.add(version.path("name").asText());
            }
        }
    }

    void serve(JsonNode definition) {
        withdraw(definition);
        CustomTypes.read(definition).forEach(catalog::add);
    }

    void withdraw(JsonNode definition) {
        catalog.remove(CustomTypes.group(definition), CustomTypes.plural(definition));
    }
}
