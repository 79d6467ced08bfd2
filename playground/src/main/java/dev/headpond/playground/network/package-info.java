/// Loopback addresses for pods and Services, and the TCP proxy between them.
@NullMarked
package dev.headpond.playground.network;

import org.jspecify.annotations.NullMarked;
