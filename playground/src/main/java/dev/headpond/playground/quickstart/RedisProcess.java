package dev.headpond.playground.quickstart;

import dev.headpond.playground.process.Launch;
import dev.headpond.playground.process.SupervisedProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import redis.embedded.core.ExecutableProvider;

/// A real Redis as a child process, from the binary that the embedded-redis artifact carries. Its append-only file is
/// on, so that it works as a sink that people would run.
final class RedisProcess implements AutoCloseable {
    private static final long START_TIMEOUT_MILLIS = 10_000;
    private static final long STOP_TIMEOUT_MILLIS = 5_000;
    private static final long POLL_MILLIS = 20;

    private final SupervisedProcess process;
    private final InetSocketAddress address;

    private RedisProcess(SupervisedProcess process, InetSocketAddress address) {
        this.process = process;
        this.address = address;
    }

    /// Starts it at `host:port` and waits until it answers.
    ///
    /// @throws Failure where the port is taken, or the binary does not run on this machine
    static RedisProcess start(InetAddress host, int port, Path directory) throws Failure, InterruptedException {
        var address = new InetSocketAddress(host, port);
        Ports.requireFree(address);
        try {
            var binary = ExecutableProvider.newJarResourceProvider(
                            Files.createDirectories(directory.resolve("bin")).toFile())
                    .get();
            var command = new ArrayList<>(List.of(binary.getAbsolutePath()));
            command.addAll(List.of("--bind", host.getHostAddress(), "--port", String.valueOf(port)));
            command.addAll(List.of("--appendonly", "yes", "--appendfsync", "everysec", "--save", ""));
            var process = SupervisedProcess.start(new Launch(command, Map.of(), directory, "redis"));
            var redis = new RedisProcess(process, address);
            redis.awaitAnswer();
            return redis;
        } catch (IOException e) {
            throw new Failure("Redis cannot be started: " + e.getMessage(), e);
        }
    }

    private void awaitAnswer() throws Failure, InterruptedException {
        long deadline = System.currentTimeMillis() + START_TIMEOUT_MILLIS;
        while (!answers()) {
            if (!process.isAlive()) throw new Failure("Redis does not start: " + whyNot());
            if (System.currentTimeMillis() > deadline) {
                process.kill();
                throw new Failure("Redis does not answer; its log is " + process.log());
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    private boolean answers() {
        try (var socket = new Socket(address.getAddress(), address.getPort())) {
            socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
            return socket.getInputStream().read() == '+';
        } catch (IOException _) {
            return false;
        }
    }

    private String whyNot() {
        try {
            var last = lastLine(Files.readString(process.log()));
            return last.map(it -> it.contains("libssl") || it.contains("libcrypto")
                            ? "it needs OpenSSL 3 (libssl.so.3; Debian and Ubuntu: apt-get install libssl3): " + it
                            : it)
                    .orElse("exit code " + process.exitCode());
        } catch (IOException _) {
            return "exit code " + process.exitCode();
        }
    }

    private static Optional<String> lastLine(String text) {
        return text.lines().filter(it -> !it.isBlank()).reduce((_, last) -> last);
    }

    InetSocketAddress address() {
        return address;
    }

    @Override
    public void close() {
        try {
            process.stop(STOP_TIMEOUT_MILLIS);
        } catch (InterruptedException _) {
            process.kill();
            Thread.currentThread().interrupt();
        }
    }
}
