/// Reads what the pods say of themselves, on threads of its own: a slow or broken pod never stops a
/// reconcile.
@NullMarked
package dev.headpond.operator.observe;

import org.jspecify.annotations.NullMarked;
