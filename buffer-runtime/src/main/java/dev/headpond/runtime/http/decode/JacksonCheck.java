package dev.headpond.runtime.http.decode;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// One JSON value in strict UTF-8, and with [#cloudEvent] one that is a CloudEvent.
///
/// Jackson's blocking byte parser, read to the final null token: its non-blocking one skips the limits on numbers
/// (GHSA-72hv-8253-57qq). Not safe for several threads at once.
public final class JacksonCheck implements JsonCheck {
    /// Deeper documents make recursive consumers overflow their stacks.
    static final int NESTING_DEPTH_MAX = 200;

    /// Digits of one number: more cost quadratic time in whoever computes with it.
    static final int NUMBER_DIGITS_MAX = 1_000;

    /// Names are put into Jackson's own bounded table, never into the JVM's: a producer chooses them.
    private static final JsonFactory JSON = JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(NESTING_DEPTH_MAX)
                    .maxNumberLength(NUMBER_DIGITS_MAX)
                    .build())
            .build();

    private static final int REASON_CHARACTERS_MAX = 160;

    private final boolean isCloudEvent;

    private JacksonCheck(boolean isCloudEvent) {
        this.isCloudEvent = isCloudEvent;
    }

    /// Any JSON value.
    public static JsonCheck json() {
        return new JacksonCheck(false);
    }

    /// A CloudEvent 1.0 in the JSON format.
    public static JsonCheck cloudEvent() {
        return new JacksonCheck(true);
    }

    @Override
    public @Nullable String problem(byte[] bytes, int from, int length) {
        var text = StrictText.problem(bytes, from, length);
        if (text != null) {
            return text;
        }
        try (var parser = JSON.createParser(bytes, from, length)) {
            if (isCloudEvent) {
                return CloudEventAttributes.problem(parser);
            }
            return parser.nextToken() == null ? "empty" : afterValue(parser);
        } catch (JsonProcessingException e) {
            return reason(e);
        } catch (IOException | IllegalStateException e) {
            return "not JSON: " + e.getMessage();
        }
    }

    /// Reads from the first token of a value to the end of the bytes, which must be the end of that value.
    static @Nullable String afterValue(JsonParser parser) throws IOException {
        parser.skipChildren();
        return parser.nextToken() == null ? null : "more than one JSON value";
    }

    static boolean isEnd(@Nullable JsonToken token) {
        return token == null || token == JsonToken.END_OBJECT;
    }

    private static String reason(JsonProcessingException e) {
        var location = e.getLocation();
        var where = location == null ? "" : " at byte " + Math.max(0, location.getByteOffset());
        var message = e.getOriginalMessage();
        var line = message == null ? "" : message.lines().findFirst().orElse("");
        var cut = line.length() <= REASON_CHARACTERS_MAX ? line : line.substring(0, REASON_CHARACTERS_MAX) + "…";
        return "not JSON" + where + ": " + cut;
    }
}
