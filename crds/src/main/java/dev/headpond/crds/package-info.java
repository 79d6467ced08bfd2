/// `IngestionBuffer` as it travels: wire types that take whatever stands in a cluster, and the CRD made from them.
/// Whether a spec makes sense is decided by the strict readers of `dev.headpond.policy`.
@NullMarked
package dev.headpond.crds;

import org.jspecify.annotations.NullMarked;
