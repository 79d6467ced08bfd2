package dev.headpond.operator.desired;

import dev.headpond.crds.IngestionBuffer;
import dev.headpond.operator.resource.Declaration;
import dev.headpond.policy.PolicyWriter;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import java.util.Map;
import java.util.TreeMap;

/// Names, labels and owner of everything that belongs to one buffer.
///
/// @param namespace of the buffer
/// @param buffer its name
/// @param uid its UID
public record Identity(String namespace, String buffer, String uid) {
    /// On every object of a buffer; alone it is the selector of its pods, and never changes: the selector of a
    /// Deployment
    /// is immutable.
    public static final String BUFFER_LABEL = "headpond.dev/buffer";

    private static final String SUFFIX = "-buffer";
    /// A Service's name is one label of a DNS name.
    private static final int NAME_CHARS_MAX = 63;

    static Identity of(Declaration declaration) {
        return new Identity(declaration.namespace(), declaration.name(), declaration.uid());
    }

    /// `NAME-buffer`; where that is too long, NAME is cut and a hash of the whole takes the place of the rest.
    String workload() {
        if (buffer.length() + SUFFIX.length() <= NAME_CHARS_MAX) {
            return buffer + SUFFIX;
        }
        var hash = "-" + PolicyWriter.hash(buffer);
        return buffer.substring(0, NAME_CHARS_MAX - SUFFIX.length() - hash.length()) + hash + SUFFIX;
    }

    Map<String, String> selector() {
        return Map.of(BUFFER_LABEL, buffer);
    }

    String selectorText() {
        return BUFFER_LABEL + "=" + buffer;
    }

    String endpoint(int port) {
        return "http://" + workload() + "." + namespace + ".svc:" + port + "/v1/events";
    }

    /// No version among them: an upgrade of the operator must not touch a pod.
    Map<String, String> labels() {
        var labels = new TreeMap<String, String>();
        labels.put("app.kubernetes.io/name", "headpond-buffer");
        labels.put("app.kubernetes.io/instance", buffer);
        labels.put("app.kubernetes.io/component", "buffer");
        labels.put("app.kubernetes.io/managed-by", "headpond");
        labels.put("app.kubernetes.io/part-of", "headpond");
        labels.putAll(selector());
        return labels;
    }

    ObjectMeta metadata(String name) {
        return new ObjectMetaBuilder()
                .withNamespace(namespace)
                .withName(name)
                .withLabels(labels())
                .withOwnerReferences(new OwnerReferenceBuilder()
                        .withApiVersion(IngestionBuffer.GROUP + "/" + IngestionBuffer.VERSION)
                        .withKind(IngestionBuffer.KIND)
                        .withName(buffer)
                        .withUid(uid)
                        .withController(true)
                        .withBlockOwnerDeletion(true)
                        .build())
                .build();
    }
}
