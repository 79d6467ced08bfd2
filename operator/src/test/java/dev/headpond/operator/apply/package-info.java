@NullMarked
package dev.headpond.operator.apply;

import org.jspecify.annotations.NullMarked;
