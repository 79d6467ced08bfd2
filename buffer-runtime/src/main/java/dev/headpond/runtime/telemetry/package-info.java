/// What the pod says of itself: probes, metrics, load. Reads what the shard publishes, changes nothing.
@NullMarked
package dev.headpond.runtime.telemetry;

import org.jspecify.annotations.NullMarked;
