package dev.headpond.runtime.sink.redis;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// A TCP proxy that can lose or delay the server's answers.
final class Proxy implements AutoCloseable {
    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final int target;
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
    /// How many of the next answers are lost, each with its connection.
    final AtomicInteger cuts = new AtomicInteger();

    final AtomicLong requestBytes = new AtomicLong();
    final AtomicInteger connections = new AtomicInteger();
    private volatile CountDownLatch gate = new CountDownLatch(0);

    Proxy(int target) throws IOException {
        this.target = target;
        Thread.ofVirtual().start(this::accept);
    }

    String uri() {
        return "redis://127.0.0.1:" + listener.getLocalPort();
    }

    /// Answers wait until [#release].
    void hold() {
        gate = new CountDownLatch(1);
    }

    void release() {
        gate.countDown();
    }

    private void accept() {
        try {
            while (true) {
                var client = listener.accept();
                var server = new Socket(InetAddress.getLoopbackAddress(), target);
                sockets.add(client);
                sockets.add(server);
                connections.incrementAndGet();
                Thread.ofVirtual().start(() -> copy(client, server, false));
                Thread.ofVirtual().start(() -> copy(server, client, true));
            }
        } catch (IOException e) {
            // the listener was closed, or the server is away: new connections fail
        }
    }

    private void copy(Socket from, Socket to, boolean areAnswers) {
        var buffer = new byte[64 << 10];
        try (from;
                to) {
            for (int n = from.getInputStream().read(buffer);
                    n >= 0;
                    n = from.getInputStream().read(buffer)) {
                if (areAnswers) {
                    gate.await();
                    if (cuts.getAndUpdate(c -> Math.max(0, c - 1)) > 0) {
                        return;
                    }
                } else {
                    requestBytes.addAndGet(n);
                }
                to.getOutputStream().write(buffer, 0, n);
            }
        } catch (IOException | InterruptedException e) {
            // the connection ends with this method
        }
    }

    @Override
    public void close() throws IOException {
        release();
        listener.close();
        for (var socket : sockets) {
            socket.close();
        }
    }
}
