package dev.headpond.playground.apiserver;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.headpond.playground.apiserver.kinds.ResourceType;
import java.util.List;

/// A list as a document, `PodList` and its like.
final class Lists {
    private Lists() {}

    static ObjectNode of(ResourceType type, List<ObjectNode> objects, long revision) {
        var list = JsonNodeFactory.instance
                .objectNode()
                .put("kind", type.kind() + "List")
                .put("apiVersion", type.apiVersion());
        list.putObject("metadata").put("resourceVersion", Long.toString(revision));
        list.putArray("items").addAll(objects);
        return list;
    }
}
