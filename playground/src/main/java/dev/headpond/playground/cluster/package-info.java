/// What the controllers see of the API server, and how they write status.
@NullMarked
package dev.headpond.playground.cluster;

import org.jspecify.annotations.NullMarked;
