package dev.headpond.playground.quickstart;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/// Finds out early, and says in one line, that a port cannot be had.
final class Ports {
    private Ports() {}

    static void requireFree(InetSocketAddress address) throws Failure {
        try (var socket = new ServerSocket()) {
            socket.bind(address);
        } catch (IOException e) {
            throw new Failure(
                    "port " + address.getPort() + " cannot be had on " + address.getHostString() + " (" + e.getMessage()
                            + "): most likely something listens on it on all addresses of this machine; stop that and"
                            + " try again",
                    e);
        }
    }
}
