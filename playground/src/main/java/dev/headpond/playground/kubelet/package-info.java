/// Runs the pods of an API server as child processes of this JVM. Uses only the public API.
@NullMarked
package dev.headpond.playground.kubelet;

import org.jspecify.annotations.NullMarked;
