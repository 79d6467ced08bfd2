/// The contract between operator and runtime: what a buffer may be told, with every bound named.
///
/// One vocabulary serves three places: the `spec` of an `IngestionBuffer`, the `policy.json` that is locked into a
/// pod, and the messages that refuse a value. Names and notations (`4Mi`, `5ms`, `0.12%`) are the same in all three.
/// Nothing here knows Kubernetes, a socket or a clock.
@NullMarked
package dev.headpond.policy;

import org.jspecify.annotations.NullMarked;
