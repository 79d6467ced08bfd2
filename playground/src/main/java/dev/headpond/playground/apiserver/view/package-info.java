/// What clients read beside the objects: discovery, OpenAPI, and the tables that kubectl prints.
@NullMarked
package dev.headpond.playground.apiserver.view;

import org.jspecify.annotations.NullMarked;
