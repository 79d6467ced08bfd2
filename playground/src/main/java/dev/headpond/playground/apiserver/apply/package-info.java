/// Who owns which field, and the four ways to patch. Pure functions on JSON trees.
@NullMarked
package dev.headpond.playground.apiserver.apply;

import org.jspecify.annotations.NullMarked;
