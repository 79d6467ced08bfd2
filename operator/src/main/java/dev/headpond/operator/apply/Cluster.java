package dev.headpond.operator.apply;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Optional;

/// The objects of one buffer as [Applier] sees and changes them.
public interface Cluster {
    /// Objects with an owner reference to the buffer, of every kind that Headpond makes, from a cache that knows of our
    /// own writes.
    List<HasMetadata> owned();

    /// The object of the same kind and name, read from the server whoever made it.
    Optional<HasMetadata> read(HasMetadata desired);

    /// Server-side apply, by force.
    void apply(HasMetadata desired);

    /// Deletes exactly this object, not another of the same name.
    void delete(HasMetadata object);
}
