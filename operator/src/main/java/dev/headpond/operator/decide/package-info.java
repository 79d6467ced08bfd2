/// How many pods a buffer should have and why: pure functions of policy, observations and past
/// decisions.
@NullMarked
package dev.headpond.operator.decide;

import org.jspecify.annotations.NullMarked;
