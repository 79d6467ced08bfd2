/// From ring to sink: cuts batches, retries them with jitter inside a budget, opens the breaker, moves the position.
@NullMarked
package dev.headpond.runtime.delivery;

import org.jspecify.annotations.NullMarked;
