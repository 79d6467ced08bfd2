/// The whole of Headpond on a real Kubernetes, as a person would install and use it: with helm, kubectl and HTTP.
///
/// The tests need a cluster (KUBECONFIG) whose service addresses this machine reaches, images that it can start, and
/// helm
/// and kubectl on PATH; `e2e/run` brings all of that. The classes run in the order of their `@Order`: one installation
/// serves most of them, and those that change or remove it come last.
@NullMarked
package dev.headpond.e2e;

import org.jspecify.annotations.NullMarked;
