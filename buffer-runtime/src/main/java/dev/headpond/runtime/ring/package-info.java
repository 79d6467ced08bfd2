/// Holds events off-heap between door and sink; an event stays until the sink has it.
@NullMarked
package dev.headpond.runtime.ring;

import org.jspecify.annotations.NullMarked;
