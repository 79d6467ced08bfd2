/// From what stands in the cluster to what it means: an `IngestionBuffer` is read into a strict [Declaration], or into
/// every reason why it cannot be.
@NullMarked
package dev.headpond.operator.resource;

import org.jspecify.annotations.NullMarked;
