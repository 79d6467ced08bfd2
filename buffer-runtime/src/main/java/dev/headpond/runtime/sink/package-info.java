/// The seam to the database: one attempt, one outcome.
@NullMarked
package dev.headpond.runtime.sink;

import org.jspecify.annotations.NullMarked;
