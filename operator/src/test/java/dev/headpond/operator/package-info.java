@NullMarked
package dev.headpond.operator;

import org.jspecify.annotations.NullMarked;
