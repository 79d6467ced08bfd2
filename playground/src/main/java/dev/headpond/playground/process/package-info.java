/// Child processes that cannot outlive this one.
@NullMarked
package dev.headpond.playground.process;

import org.jspecify.annotations.NullMarked;
