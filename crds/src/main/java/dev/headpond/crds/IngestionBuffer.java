package dev.headpond.crds;

import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/// A declared ingestion buffer, `headpond.dev/v1alpha1`. Reading one from JSON never fails on what stands in its spec
/// or status: one malformed object must not stop the LIST that all others come with.
@Group(IngestionBuffer.GROUP)
@Version(IngestionBuffer.VERSION)
@Kind(IngestionBuffer.KIND)
@Plural("ingestionbuffers")
@Singular("ingestionbuffer")
@ShortNames({"ib", "buffer"})
public final class IngestionBuffer extends CustomResource<IngestionBufferSpec, IngestionBufferStatus>
        implements Namespaced {
    public static final String GROUP = "headpond.dev";
    public static final String VERSION = "v1alpha1";
    public static final String KIND = "IngestionBuffer";

    /// On the class path: the CustomResourceDefinition that belongs to these types.
    public static final String CRD_RESOURCE = "/META-INF/headpond/ingestionbuffers.headpond.dev-v1.yml";

    @Override
    protected IngestionBufferSpec initSpec() {
        return IngestionBufferSpec.EMPTY;
    }

    /// The spec as it was written; empty where none was.
    @Override
    public IngestionBufferSpec getSpec() {
        return spec == null ? IngestionBufferSpec.EMPTY : spec;
    }

    @Override
    protected @Nullable IngestionBufferStatus initStatus() {
        return null;
    }

    /// The status that was last written, or null where there is none yet.
    @Override
    public @Nullable IngestionBufferStatus getStatus() {
        return status;
    }

    @Override
    @JsonDeserialize(using = TolerantStatus.class)
    public void setStatus(@Nullable IngestionBufferStatus status) {
        this.status = status;
    }
}
