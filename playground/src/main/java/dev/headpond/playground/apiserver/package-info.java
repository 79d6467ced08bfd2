/// A small Kubernetes API server in memory, for the playground and for tests: HTTP in front of
/// [dev.headpond.playground.apiserver.store.Resources]. Start it with
/// [dev.headpond.playground.apiserver.ApiServer].
@NullMarked
package dev.headpond.playground.apiserver;

import org.jspecify.annotations.NullMarked;
