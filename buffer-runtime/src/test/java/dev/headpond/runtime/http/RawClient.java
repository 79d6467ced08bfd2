package dev.headpond.runtime.http;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// A socket that sends exactly what a test says and reads answers one by one.
final class RawClient implements Closeable {
    /// @param headers by lower-case name
    record Answer(int status, Map<String, String> headers, String body) {}

    private final Socket socket = new Socket();
    private final InputStream in;

    RawClient(InetSocketAddress address) throws IOException {
        socket.connect(address, 5_000);
        socket.setSoTimeout(10_000);
        socket.setTcpNoDelay(true);
        in = socket.getInputStream();
    }

    RawClient send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.UTF_8));
    }

    RawClient send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        return this;
    }

    RawClient post(String type, String body) throws IOException {
        return post(type, body.getBytes(StandardCharsets.UTF_8), "");
    }

    RawClient post(String type, byte[] body, String headers) throws IOException {
        var out = new ByteArrayOutputStream();
        out.writeBytes(("POST /v1/events HTTP/1.1\r\nHost: x\r\nContent-Type: " + type + "\r\n" + headers
                        + "Content-Length: " + body.length + "\r\n\r\n")
                .getBytes(StandardCharsets.UTF_8));
        out.writeBytes(body);
        return send(out.toByteArray());
    }

    Answer answer() throws IOException {
        var status = line();
        var headers = new LinkedHashMap<String, String>();
        for (var line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
        var body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
        return new Answer(
                Integer.parseInt(status.substring("HTTP/1.1 ".length(), "HTTP/1.1 200".length())), headers, body);
    }

    private String line() throws IOException {
        var line = new StringBuilder();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new IOException("the connection ended after: " + line);
            }
            line.append((char) b);
        }
        return line.toString().stripTrailing();
    }

    /// Whether the server ends the connection without another byte.
    boolean isEnded() throws IOException {
        try {
            return in.read() < 0;
        } catch (java.net.SocketException e) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
