package dev.headpond.crds;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;

/// What the generator looks at: the wire type takes any spec, so its schema comes from [SpecSchema].
@Group(IngestionBuffer.GROUP)
@Version(IngestionBuffer.VERSION)
@Kind(IngestionBuffer.KIND)
@Plural("ingestionbuffers")
@Singular("ingestionbuffer")
@ShortNames({"ib", "buffer"})
final class IngestionBufferSchema extends CustomResource<SpecSchema, IngestionBufferStatus> implements Namespaced {}
