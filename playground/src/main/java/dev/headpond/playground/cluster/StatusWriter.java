package dev.headpond.playground.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// Writes status as a merge patch, and only when it is not what was written last: a status that is written in every
/// round would wake all watchers for ever. It trusts that nobody else writes these statuses.
public final class StatusWriter {
    private final KubernetesClient client;
    private final KubernetesSerialization json;
    private final Map<String, JsonNode> written = new HashMap<>();

    public StatusWriter(KubernetesClient client) {
        this.client = client;
        this.json = client.getKubernetesSerialization();
    }

    public void write(HasMetadata object, Object status) {
        JsonNode node = json.convertValue(status, JsonNode.class);
        var uid = object.getMetadata().getUid();
        if (node.equals(written.get(uid))) return;
        var patch = JsonNodeFactory.instance.objectNode().set("status", node);
        client.resource(object).subresource("status").patch(PatchContext.of(PatchType.JSON_MERGE), patch.toString());
        written.put(uid, node);
    }

    /// Forgets objects that are gone.
    public void retain(Set<String> uids) {
        written.keySet().retainAll(uids);
    }
}
