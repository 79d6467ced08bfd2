/// What the server can hold: the built-in types, those that definitions add, their schemas.
@NullMarked
package dev.headpond.playground.apiserver.kinds;

import org.jspecify.annotations.NullMarked;
