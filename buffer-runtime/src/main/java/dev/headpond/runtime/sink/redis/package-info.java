/// Redis Streams: a batch is one script call that appends its entries and remembers the batch's number.
@NullMarked
package dev.headpond.runtime.sink.redis;

import org.jspecify.annotations.NullMarked;
