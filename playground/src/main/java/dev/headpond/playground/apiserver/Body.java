package dev.headpond.playground.apiserver;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.headpond.playground.apiserver.kinds.Refusal;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// The body of a request.
///
/// @param mediaType lower case, without parameters; empty if the client named none
/// @param text JSON or YAML, may be empty
record Body(String mediaType, String text) {
    /// Like the request limit of etcd behind a real server.
    static final int BYTES_MAX = 3 << 20;

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final ObjectMapper YAML = new YAMLMapper();
    private static final String ACCEPTED = "application/json, application/yaml";

    /// @throws Refusal 413 if it is too large
    static Body read(String contentType, InputStream in) throws IOException {
        var bytes = in.readNBytes(BYTES_MAX + 1);
        if (bytes.length > BYTES_MAX) {
            throw Refusal.tooLarge(BYTES_MAX);
        }
        var mediaType = contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        return new Body(mediaType, new String(bytes, StandardCharsets.UTF_8));
    }

    /// @throws Refusal 400 if it is no JSON or YAML, 415 if it is said to be something else
    JsonNode parse() {
        if (mediaType.contains("protobuf") || mediaType.contains("cbor")) {
            throw Refusal.unsupportedMediaType(mediaType, ACCEPTED);
        }
        try {
            var isJson =
                    text.stripLeading().startsWith("{") || text.stripLeading().startsWith("[");
            return (isJson ? JSON : YAML).readTree(text);
        } catch (JsonProcessingException e) {
            throw Refusal.badRequest("error decoding the body: " + e.getOriginalMessage() + at(e));
        }
    }

    private static String at(JsonProcessingException e) {
        var location = e.getLocation();
        return location == null ? "" : " at line " + location.getLineNr() + ", column " + location.getColumnNr();
    }

    ObjectNode object() {
        if (parse() instanceof ObjectNode object) {
            return object;
        }
        throw Refusal.badRequest("the body must be one object");
    }
}
