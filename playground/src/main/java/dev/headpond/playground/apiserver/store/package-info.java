/// The objects, their history, and the rules that every write goes through.
@NullMarked
package dev.headpond.playground.apiserver.store;

import org.jspecify.annotations.NullMarked;
