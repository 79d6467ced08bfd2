package dev.headpond.runtime.http.decode;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// The attributes that CloudEvents 1.0 requires of an event in the JSON format, §2.4 of its core specification.
final class CloudEventAttributes {
    private boolean hasVersion;
    private boolean hasId;
    private boolean hasSource;
    private boolean hasType;
    private boolean hasData;
    private boolean hasBase64;

    private CloudEventAttributes() {}

    /// Reads the parser to its end: null for a CloudEvent, else why it is none.
    static @Nullable String problem(JsonParser parser) throws IOException {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            return "a CloudEvent is a JSON object";
        }
        var seen = new CloudEventAttributes();
        while (!JacksonCheck.isEnd(parser.nextToken())) {
            var problem = seen.attribute(parser.currentName(), parser.nextToken(), parser);
            if (problem != null) {
                return problem;
            }
            parser.skipChildren();
        }
        return parser.nextToken() == null ? seen.missing() : "more than one JSON value";
    }

    private @Nullable String attribute(String name, @Nullable JsonToken value, JsonParser parser) throws IOException {
        switch (name) {
            case "specversion" -> {
                hasVersion = true;
                return value == JsonToken.VALUE_STRING && parser.getText().equals("1.0")
                        ? null
                        : "specversion must be \"1.0\"";
            }
            case "id" -> hasId = true;
            case "source" -> hasSource = true;
            case "type" -> hasType = true;
            case "data" -> hasData = true;
            case "data_base64" -> hasBase64 = true;
            default -> {
                return null;
            }
        }
        boolean isText = value == JsonToken.VALUE_STRING && parser.getTextLength() > 0;
        return isText || name.startsWith("data") ? null : name + " must be a non-empty string";
    }

    private @Nullable String missing() {
        if (!hasVersion) {
            return "specversion is missing";
        }
        if (!hasId) {
            return "id is missing";
        }
        if (!hasSource) {
            return "source is missing";
        }
        if (!hasType) {
            return "type is missing";
        }
        return hasData && hasBase64 ? "data and data_base64 exclude each other" : null;
    }
}
