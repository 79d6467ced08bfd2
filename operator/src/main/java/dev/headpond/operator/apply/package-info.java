/// Makes the cluster look as desired: compares first, writes only what differs, removes what nobody wants any more.
@NullMarked
package dev.headpond.operator.apply;

import org.jspecify.annotations.NullMarked;
