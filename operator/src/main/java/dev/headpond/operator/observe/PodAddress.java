package dev.headpond.operator.observe;

import dev.headpond.policy.Bounds;

/// Where a pod's load is read.
///
/// @param uid the pod's UID
/// @param ip IPv4 or IPv6 address, as Kubernetes writes it; empty while the pod has none
/// @param port management port
/// @param ready whether Kubernetes counts it as ready
public record PodAddress(String uid, String ip, int port, boolean ready) {
    public PodAddress(String uid, String ip, boolean ready) {
        this(uid, ip, Bounds.MANAGEMENT_PORT, ready);
    }
}
