package dev.headpond.runtime.sink.redis;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import redis.embedded.RedisServer;

/// A real redis-server on a free loopback port, and a few words of its protocol, written here so that the client under
/// test does not judge itself.
public final class LocalRedis implements AutoCloseable {
    private final int port;
    private final RedisServer server;

    /// @param directory where it keeps its append-only file, so that a restart keeps its data
    public LocalRedis(Path directory) throws IOException {
        this(directory, freePort());
    }

    private LocalRedis(Path directory, int port) throws IOException {
        this.port = port;
        this.server = RedisServer.newRedisServer()
                .port(port)
                .bind("127.0.0.1")
                .setting("dir " + directory)
                .setting("appendonly yes")
                .setting("save \"\"")
                .setting("daemonize no")
                .build();
    }

    public static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    public LocalRedis start() throws IOException {
        server.start();
        return this;
    }

    public void stop() throws IOException {
        server.stop();
    }

    public int port() {
        return port;
    }

    public String uri() {
        return "redis://127.0.0.1:" + port;
    }

    /// The payloads of a stream, in its order.
    public List<String> events(String stream) throws IOException {
        var events = new ArrayList<String>();
        for (var entry : (List<?>) command("XRANGE", stream, "-", "+")) {
            var fields = (List<?>) ((List<?>) entry).get(1);
            if (fields.size() != 2 || !fields.get(0).equals("event")) {
                throw new AssertionError("an entry has one field, event: " + fields);
            }
            events.add((String) fields.get(1));
        }
        return events;
    }

    /// A reply: a text, a number as text, a list of replies, or "nil". Errors are texts that begin with a dash. Bytes
    /// are shown as ISO 8859-1, so nothing is lost.
    public Object command(String... words) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            var out = new ByteArrayOutputStream();
            out.writeBytes(("*" + words.length + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
            for (var word : words) {
                out.writeBytes(("$" + word.length() + "\r\n" + word + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
            }
            socket.getOutputStream().write(out.toByteArray());
            return reply(new BufferedInputStream(socket.getInputStream()));
        }
    }

    private static Object reply(InputStream in) throws IOException {
        var line = line(in);
        var rest = line.substring(1);
        return switch (line.charAt(0)) {
            case '$' -> bulk(in, Integer.parseInt(rest));
            case '*' -> array(in, Integer.parseInt(rest));
            case '-' -> line;
            default -> rest;
        };
    }

    private static String bulk(InputStream in, int length) throws IOException {
        return length < 0 ? "nil" : new String(in.readNBytes(length + 2), 0, length, StandardCharsets.ISO_8859_1);
    }

    private static List<Object> array(InputStream in, int length) throws IOException {
        var list = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            list.add(reply(in));
        }
        return list;
    }

    private static String line(InputStream in) throws IOException {
        var line = new StringBuilder();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new IOException("the server ended the connection");
            }
            line.append((char) b);
        }
        return line.toString().strip();
    }

    @Override
    public void close() throws IOException {
        server.stop();
    }
}
