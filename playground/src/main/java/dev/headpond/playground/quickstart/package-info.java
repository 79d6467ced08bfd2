/// `./quickstart`: the whole of Headpond on one machine, shown step by step and checked.
@NullMarked
package dev.headpond.playground.quickstart;

import org.jspecify.annotations.NullMarked;
