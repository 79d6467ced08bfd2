package dev.headpond.operator.status;

import dev.headpond.crds.IngestionBuffer;
import dev.headpond.crds.IngestionBufferStatus;
import dev.headpond.operator.apply.Applier;
import dev.headpond.operator.apply.Writes;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;

/// The one writer of `/status`. It applies only the status, and names the buffer's UID, so that it can never land on
/// another buffer of the same name.
public final class StatusWriter {
    private static final PatchContext APPLY = new PatchContext.Builder()
            .withPatchType(PatchType.SERVER_SIDE_APPLY)
            .withFieldManager(Applier.FIELD_MANAGER)
            .withForce(true)
            .build();

    private final KubernetesClient client;
    private final Writes writes;

    public StatusWriter(KubernetesClient client, Writes writes) {
        this.client = client;
        this.writes = writes;
    }

    public void write(IngestionBuffer buffer, IngestionBufferStatus status) {
        client.resource(onlyStatus(buffer, status)).subresource("status").patch(APPLY);
        writes.count(IngestionBuffer.KIND, Writes.Kind.STATUS);
    }

    private static GenericKubernetesResource onlyStatus(IngestionBuffer buffer, IngestionBufferStatus status) {
        return new GenericKubernetesResourceBuilder()
                .withApiVersion(buffer.getApiVersion())
                .withKind(buffer.getKind())
                .withNewMetadata()
                .withName(buffer.getMetadata().getName())
                .withNamespace(buffer.getMetadata().getNamespace())
                .withUid(buffer.getMetadata().getUid())
                .endMetadata()
                .addToAdditionalProperties("status", status)
                .build();
    }
}
