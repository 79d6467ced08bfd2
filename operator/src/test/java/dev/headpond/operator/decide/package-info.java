@NullMarked
package dev.headpond.operator.decide;

import org.jspecify.annotations.NullMarked;
