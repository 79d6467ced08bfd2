package dev.headpond.playground.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import dev.headpond.playground.apiserver.kinds.Refusal;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// One request with its answer.
final class Call {
    private static final String JSON = "application/json";
    private final HttpExchange exchange;
    private final Map<String, String> query;

    Call(HttpExchange exchange) {
        this.exchange = exchange;
        this.query = query(exchange.getRequestURI());
    }

    private static Map<String, String> query(URI uri) {
        var query = new HashMap<String, String>();
        var raw = Optional.ofNullable(uri.getRawQuery()).orElse("");
        for (var parameter : raw.split("&", -1)) {
            var parts = parameter.split("=", 2);
            query.put(parts[0], parts.length > 1 ? decoded(parts[1]) : "");
        }
        return query;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw Refusal.badRequest("the query cannot be decoded: " + e.getMessage());
        }
    }

    String method() {
        return exchange.getRequestMethod();
    }

    /// Without a slash at the end.
    String path() {
        return exchange.getRequestURI().getPath().replaceAll("/+$", "");
    }

    /// Empty if it is missing.
    String parameter(String name) {
        return query.getOrDefault(name, "");
    }

    boolean isSet(String name) {
        return parameter(name).equals("true") || parameter(name).equals("1");
    }

    /// @throws Refusal 400 if it is there and no number
    OptionalLong number(String name) {
        var text = parameter(name);
        try {
            return text.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(text));
        } catch (NumberFormatException _) {
            throw Refusal.badRequest(name + ": " + text + " must be a whole number");
        }
    }

    /// Empty if it is missing.
    String header(String name) {
        return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name)).orElse("");
    }

    boolean wantsTable() {
        return header("Accept").contains("as=Table");
    }

    Body body() throws IOException {
        return Body.read(header("Content-Type"), exchange.getRequestBody());
    }

    void warn(String text) {
        var quoted = text.replace("\\", "\\\\").replace("\"", "\\\"");
        exchange.getResponseHeaders().add("Warning", "299 - \"" + quoted + "\"");
    }

    void reply(int code, JsonNode document) throws IOException {
        var bytes = document.toString().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", JSON);
        exchange.sendResponseHeaders(code, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    void replyText(String text) throws IOException {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/plain");
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    void replyEmpty() throws IOException {
        exchange.sendResponseHeaders(200, -1);
    }

    /// An answer of unknown length.
    OutputStream stream(String contentType) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", contentType);
        exchange.sendResponseHeaders(200, 0);
        return exchange.getResponseBody();
    }

    OutputStream streamJson() throws IOException {
        return stream(JSON);
    }
}
