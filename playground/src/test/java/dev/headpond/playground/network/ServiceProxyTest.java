package dev.headpond.playground.network;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServiceProxyTest {
    /// Answers each connection with its name and what it was sent.
    private record Backend(ServerSocket socket, InetSocketAddress address, String name) implements AutoCloseable {
        static Backend open(String name) throws IOException {
            var socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            var backend = new Backend(socket, (InetSocketAddress) socket.getLocalSocketAddress(), name);
            Thread.ofVirtual().name(name).start(backend::serve);
            return backend;
        }

        private void serve() {
            while (!socket.isClosed()) {
                try (var client = socket.accept()) {
                    var sent = client.getInputStream().readAllBytes();
                    client.getOutputStream().write((name + ":" + new String(sent, UTF_8)).getBytes(UTF_8));
                } catch (IOException _) {
                    // closed
                }
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    private static String ask(InetSocketAddress proxy, String text) throws IOException {
        try (var socket = new Socket(proxy.getAddress(), proxy.getPort())) {
            socket.getOutputStream().write(text.getBytes(UTF_8));
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }

    private static boolean refuses(InetSocketAddress address) {
        try (var _ = new Socket(address.getAddress(), address.getPort())) {
            return false;
        } catch (IOException _) {
            return true;
        }
    }

    private static InetSocketAddress free() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return (InetSocketAddress) socket.getLocalSocketAddress();
        }
    }

    @Test
    void takes_backends_in_turn_and_passes_over_one_that_is_gone() throws Exception {
        var address = free();
        try (var proxy = ServiceProxy.listen(address);
                var a = Backend.open("a");
                var b = Backend.open("b")) {
            proxy.route(List.of(a.address(), b.address()));
            assertThat(List.of(ask(address, "1"), ask(address, "2"), ask(address, "3")))
                    .containsExactly("a:1", "b:2", "a:3");
            b.socket().close();
            await().until(() -> refuses(b.address()));
            assertThat(List.of(ask(address, "4"), ask(address, "5"))).containsExactly("a:4", "a:5");
        }
    }

    @Test
    void closes_the_connection_where_no_pod_is_ready() throws Exception {
        var address = free();
        try (var _ = ServiceProxy.listen(address)) {
            assertThat(ask(address, "")).isEmpty();
        }
    }

    @Test
    void two_playgrounds_on_one_machine_get_different_addresses() throws Exception {
        try (var one = LoopbackBlock.claim();
                var other = LoopbackBlock.claim()) {
            assertThat(one.takePodAddress()).isNotEqualTo(other.takePodAddress());
            assertThat(one.takePodAddress()).isNotEqualTo(one.takePodAddress());
            assertThat(one.takePodAddress().isLoopbackAddress()).isTrue();
            var service = one.takeServiceAddress();
            assertThat(service.getAddress()[1]).isEqualTo((byte) 2);
            assertThat(other.adoptServiceAddress(service)).isFalse();
        }
    }
}
