@NullMarked
package dev.headpond.operator.telemetry;

import org.jspecify.annotations.NullMarked;
