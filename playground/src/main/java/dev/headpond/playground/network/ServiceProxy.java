package dev.headpond.playground.network;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// One port of one Service: takes connections and passes each to a backend, in turn. A backend that does not take the
/// connection is passed over, so a pod that just crashed costs no request. Connections are balanced, not requests: a
/// client that keeps its connection stays with its pod, as behind a real Service.
final class ServiceProxy implements AutoCloseable {
    private static final int BACKLOG = 256;
    private static final int CONNECT_TIMEOUT_MILLIS = 1_000;

    private final ServerSocket door;
    private final AtomicInteger turn = new AtomicInteger();
    private volatile List<InetSocketAddress> backends = List.of();

    private ServiceProxy(ServerSocket door) {
        this.door = door;
    }

    static ServiceProxy listen(InetSocketAddress address) throws IOException {
        var door = new ServerSocket();
        try {
            door.bind(address, BACKLOG);
        } catch (IOException e) {
            door.close();
            throw e;
        }
        var proxy = new ServiceProxy(door);
        Thread.ofPlatform().daemon().name("service-" + address).start(proxy::accept);
        return proxy;
    }

    /// New connections go to these from now on; those that are open stay where they are.
    void route(List<InetSocketAddress> ready) {
        backends = List.copyOf(ready);
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                var client = door.accept();
                Thread.ofVirtual().name("service-connection").start(() -> serve(client));
            } catch (IOException _) {
                // closed, or the client is gone before it was taken
            }
        }
    }

    private void serve(Socket client) {
        try (client;
                var backend = connect()) {
            client.setTcpNoDelay(true);
            backend.setTcpNoDelay(true);
            var back = Thread.ofVirtual().name("service-answers").start(() -> pump(backend, client));
            pump(client, backend);
            back.join();
        } catch (IOException _) {
            // either side is gone; closing both tells the other
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private Socket connect() throws IOException {
        var candidates = backends;
        int first = Math.floorMod(turn.getAndIncrement(), Math.max(1, candidates.size()));
        for (int i = 0; i < candidates.size(); i++) {
            var socket = new Socket();
            try {
                socket.connect(candidates.get((first + i) % candidates.size()), CONNECT_TIMEOUT_MILLIS);
                return socket;
            } catch (IOException _) {
                socket.close();
            }
        }
        throw new IOException("no pod takes the connection");
    }

    /// Copies until `from` has no more, then says so to `to`: half-closed connections work.
    private static void pump(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
            to.shutdownOutput();
        } catch (IOException _) {
            closeQuietly(from);
            closeQuietly(to);
        }
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException _) {
            // it is closed, which is all that was wanted
        }
    }

    @Override
    public void close() throws IOException {
        door.close();
    }
}
