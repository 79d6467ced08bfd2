/// Answers yes or why not: the token bucket, the high-water mark, and the words for both.
@NullMarked
package dev.headpond.runtime.admission;

import org.jspecify.annotations.NullMarked;
