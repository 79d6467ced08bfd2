/// Says in the buffer's status, in conditions and in Events what is the matter.
@NullMarked
package dev.headpond.operator.status;

import org.jspecify.annotations.NullMarked;
