package dev.headpond.playground.quickstart;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// A producer's connection: HTTP/1.1, one request at a time. It is made anew after some requests, as producers behind
/// a Service should do it, since a Service balances connections: otherwise new pods would get nothing.
///
/// Written by hand because the load must cost little beside what it loads. For one thread at a time.
final class ProducerConnection implements AutoCloseable {
    private static final int REQUESTS_PER_CONNECTION = 25;
    private static final int TIMEOUT_MILLIS = 10_000;

    /// @param status the HTTP status code
    /// @param retryAfterSeconds what a refusal asks for; 0 where it says nothing
    /// @param body the answer's content
    record Answer(int status, int retryAfterSeconds, String body) {
        boolean isAccepted() {
            return status == 200 || status == 202;
        }

        /// Later, the same request may pass.
        boolean isRetryable() {
            return status == 429 || status == 503;
        }
    }

    private final InetSocketAddress endpoint;
    private Socket socket = new Socket();
    private InputStream in = InputStream.nullInputStream();
    private int left;

    ProducerConnection(InetSocketAddress endpoint) {
        this.endpoint = endpoint;
    }

    /// @throws IOException where there was no whole answer: the events may have been taken or not
    Answer post(String contentType, byte[] body) throws IOException {
        if (left-- <= 0) connect();
        var head = "POST /v1/events HTTP/1.1\r\nHost: " + endpoint.getHostString() + "\r\nContent-Type: " + contentType
                + "\r\nContent-Length: " + body.length + "\r\n\r\n";
        try {
            var request = new byte[head.length() + body.length];
            System.arraycopy(head.getBytes(StandardCharsets.US_ASCII), 0, request, 0, head.length());
            System.arraycopy(body, 0, request, head.length(), body.length);
            socket.getOutputStream().write(request);
            return answer();
        } catch (IOException e) {
            left = 0;
            throw e;
        }
    }

    private void connect() throws IOException {
        socket.close();
        socket = new Socket();
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.connect(endpoint, TIMEOUT_MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
        left = REQUESTS_PER_CONNECTION - 1;
    }

    private Answer answer() throws IOException {
        int status = Integer.parseInt(line().split(" ", 3)[1]);
        int length = 0;
        int retryAfter = 0;
        for (var header = line(); !header.isEmpty(); header = line()) {
            var lower = header.toLowerCase(Locale.ROOT);
            var value = lower.substring(lower.indexOf(':') + 1).strip();
            if (lower.startsWith("content-length:")) length = Integer.parseInt(value);
            if (lower.startsWith("retry-after:")) retryAfter = Integer.parseInt(value);
            if (lower.startsWith("connection:") && value.equals("close")) left = 0;
        }
        var body = in.readNBytes(length);
        if (body.length < length) throw new EOFException("the answer is cut off");
        return new Answer(status, retryAfter, new String(body, StandardCharsets.UTF_8));
    }

    private String line() throws IOException {
        var line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) throw new EOFException("the connection was closed before an answer");
            if (c != '\r') line.append((char) c);
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
