/// Which objects a declaration wants in the cluster: pure functions onto Fabric8's model classes, without its client.
///
/// What the API server would add by itself to a field that we own is spelled out, so that what it holds after an apply
/// is what was applied. A field whose Go zero value it drops (`minReadySeconds: 0`) is left out for the same reason.
@NullMarked
package dev.headpond.operator.desired;

import org.jspecify.annotations.NullMarked;
