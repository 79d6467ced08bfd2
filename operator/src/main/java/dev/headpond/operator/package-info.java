/// The control plane. [dev.headpond.operator.BufferReconciler] shows the flow: read the spec, observe, decide, make the
/// desired objects, apply them, say so in status.
@NullMarked
package dev.headpond.operator;

import org.jspecify.annotations.NullMarked;
