/// From the bytes of a request's body to events: framing first, then each event is checked by itself. Plain byte
/// arrays, no network: every hostile input is a row of a table test.
@NullMarked
package dev.headpond.runtime.http.decode;

import org.jspecify.annotations.NullMarked;
