/// What the operator says of itself: metrics, and whether it is alive and ready.
@NullMarked
package dev.headpond.operator.telemetry;

import org.jspecify.annotations.NullMarked;
