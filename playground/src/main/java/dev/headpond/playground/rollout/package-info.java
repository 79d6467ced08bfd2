/// The Deployment controller: how many pods of which template there should be, one step at a time.
@NullMarked
package dev.headpond.playground.rollout;

import org.jspecify.annotations.NullMarked;
