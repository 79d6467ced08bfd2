package dev.headpond.playground.apiserver.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.headpond.playground.apiserver.kinds.ScalePaths;
import java.util.ArrayList;

/// The scale subresource: a `Scale` read from an object, and its replicas written back.
final class Scales {
    private Scales() {}

    static ObjectNode of(JsonNode object, ScalePaths paths) {
        var scale = JsonNodeFactory.instance.objectNode().put("kind", "Scale").put("apiVersion", "autoscaling/v1");
        var metadata = scale.putObject("metadata");
        for (var field : new String[] {"name", "namespace", "uid", "resourceVersion", "creationTimestamp"}) {
            var value = Meta.of(object).field(field);
            if (!value.isMissingNode()) {
                metadata.set(field, value);
            }
        }
        scale.putObject("spec").put("replicas", at(object, paths.specReplicas()).asInt(0));
        var status = scale.putObject("status");
        status.put("replicas", at(object, paths.statusReplicas()).asInt(0));
        paths.selector()
                .map(path -> selector(at(object, path)))
                .filter(text -> !text.isEmpty())
                .ifPresent(text -> status.put("selector", text));
        return scale;
    }

    /// A new object with the replicas of the scale.
    static ObjectNode set(ObjectNode object, JsonNode scale, ScalePaths paths) {
        var scaled = object.deepCopy();
        var steps = paths.specReplicas().substring(1).split("\\.", -1);
        var parent = scaled;
        for (int i = 0; i < steps.length - 1; i++) {
            parent = parent.get(steps[i]) instanceof ObjectNode child ? child : parent.putObject(steps[i]);
        }
        parent.set(steps[steps.length - 1], scale.at("/spec/replicas"));
        return scaled;
    }

    private static JsonNode at(JsonNode object, String path) {
        return object.at(path.replace('.', '/'));
    }

    private static String selector(JsonNode selector) {
        if (selector.isTextual()) {
            return selector.asText();
        }
        var terms = new ArrayList<String>();
        selector.path("matchLabels")
                .properties()
                .forEach(label ->
                        terms.add(label.getKey() + "=" + label.getValue().asText()));
        return String.join(",", terms);
    }
}
