@NullMarked
package dev.headpond.operator.status;

import org.jspecify.annotations.NullMarked;
