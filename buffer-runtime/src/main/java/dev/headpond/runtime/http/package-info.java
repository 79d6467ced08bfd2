/// The door: HTTP/1.1 for producers. Reads and frames requests, asks admission, answers in order.
///
/// Everything here runs on the shard's thread.
@NullMarked
package dev.headpond.runtime.http;

import org.jspecify.annotations.NullMarked;
