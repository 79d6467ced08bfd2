package dev.headpond.runtime.http.decode;

import com.fasterxml.jackson.core.JsonFactory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A CloudEvent whose attributes came in `ce-` headers becomes one structured JSON CloudEvent: that is what is stored.
/// JSON data is embedded byte for byte, any other data as `data_base64`.
public final class BinaryCloudEvent {
    private static final JsonFactory JSON = new JsonFactory();
    private static final Pattern ATTRIBUTE = Pattern.compile("[a-z0-9]{1,64}");
    private static final Pattern PERCENT = Pattern.compile("%(?![0-9a-fA-F]{2})");

    private BinaryCloudEvent() {}

    /// What became of it.
    public sealed interface Made {
        /// @param json the structured event; handed over, never compared
        @SuppressWarnings("ArrayRecordComponent")
        record Event(byte[] json) implements Made {}

        record Invalid(String problem) implements Made {}
    }

    /// @param attributes values by name without `ce-`, in the order to write them
    /// @param contentType of the data, or null where there is none
    /// @param isJson whether `contentType` is JSON
    /// @param check what JSON data must pass
    public static Made make(
            Map<String, String> attributes,
            @Nullable String contentType,
            boolean isJson,
            byte[] body,
            int length,
            JsonCheck check) {
        for (var name : attributes.keySet()) {
            if (!ATTRIBUTE.matcher(name).matches() || name.equals("data") || name.equals("datacontenttype")) {
                return new Made.Invalid("ce-" + name + " is no attribute of a CloudEvent");
            }
        }
        int start = Bytes.skipSpace(body, 0, length);
        int end = Bytes.trimSpace(body, start, length);
        var problem = isJson && length > 0 ? check.problem(body, start, end - start) : null;
        if (problem != null) {
            return new Made.Invalid("data: " + problem);
        }
        try {
            var out = new ByteArrayOutputStream(length + 256);
            writeAttributes(attributes, length > 0 ? contentType : null, out);
            writeData(isJson, body, start, end, length, out);
            out.write('}');
            return new Made.Event(out.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException("an array in memory cannot fail", e);
        }
    }

    private static void writeAttributes(
            Map<String, String> attributes, @Nullable String contentType, ByteArrayOutputStream out)
            throws IOException {
        var text = new ByteArrayOutputStream(256);
        try (var json = JSON.createGenerator(text)) {
            json.writeStartObject();
            for (var attribute : attributes.entrySet()) {
                json.writeStringField(attribute.getKey(), decoded(attribute.getValue()));
            }
            if (contentType != null) {
                json.writeStringField("datacontenttype", contentType);
            }
            json.writeEndObject();
        }
        out.write(text.toByteArray(), 0, text.size() - 1);
    }

    private static void writeData(
            boolean isJson, byte[] body, int start, int end, int length, ByteArrayOutputStream out) {
        if (length == 0) {
            return;
        }
        if (isJson) {
            out.writeBytes(",\"data\":".getBytes(StandardCharsets.US_ASCII));
            out.write(body, start, end - start);
            return;
        }
        out.writeBytes(",\"data_base64\":\"".getBytes(StandardCharsets.US_ASCII));
        out.writeBytes(Base64.getEncoder().encode(Arrays.copyOf(body, length)));
        out.write('"');
    }

    /// Header values are percent-encoded (HTTP binding §3.1.3.2). A stray percent sign stands for itself.
    private static String decoded(String value) {
        if (value.indexOf('%') < 0) {
            return value;
        }
        var whole = PERCENT.matcher(value).replaceAll("%25").replace("+", "%2B");
        return URLDecoder.decode(whole, StandardCharsets.UTF_8);
    }
}
