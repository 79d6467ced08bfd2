@NullMarked
package dev.headpond.operator.observe;

import org.jspecify.annotations.NullMarked;
