/// One pod of a buffer. `http` reads events, `admission` answers yes or why not, `ring` holds them, `delivery` cuts,
/// repeats and settles, `sink` writes; a [Shard] is the piece of all that one thread owns.
@NullMarked
package dev.headpond.runtime;

import org.jspecify.annotations.NullMarked;
