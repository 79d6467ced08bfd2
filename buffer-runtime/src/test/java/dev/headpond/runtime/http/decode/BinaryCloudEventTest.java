package dev.headpond.runtime.http.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headpond.runtime.http.decode.BinaryCloudEvent.Made;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BinaryCloudEventTest {
    private static final Map<String, String> ATTRIBUTES = new LinkedHashMap<>();

    static {
        ATTRIBUTES.put("specversion", "1.0");
        ATTRIBUTES.put("id", "a\"b");
        ATTRIBUTES.put("source", "/s%20x");
        ATTRIBUTES.put("type", "t");
    }

    private static String make(Map<String, String> attributes, @Nullable String type, boolean isJson, byte[] body) {
        return switch (BinaryCloudEvent.make(attributes, type, isJson, body, body.length, JacksonCheck.json())) {
            case Made.Event(var json) -> {
                assertThat(JacksonCheck.cloudEvent().problem(json, 0, json.length)).isNull();
                yield new String(json, StandardCharsets.UTF_8);
            }
            case Made.Invalid(var problem) -> "refused: " + problem;
        };
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void jsonDataIsEmbeddedByteForByte() {
        assertThat(make(ATTRIBUTES, "application/json", true, bytes("{ \"x\" : 1.50 }\n")))
                .isEqualTo("{\"specversion\":\"1.0\",\"id\":\"a\\\"b\",\"source\":\"/s x\",\"type\":\"t\","
                        + "\"datacontenttype\":\"application/json\",\"data\":{ \"x\" : 1.50 }}");
    }

    @Test
    void otherDataIsBase64() {
        assertThat(make(ATTRIBUTES, "application/octet-stream", false, new byte[] {0, (byte) 0xff, 1}))
                .endsWith("\"datacontenttype\":\"application/octet-stream\",\"data_base64\":\"AP8B\"}");
    }

    @Test
    void noBodyIsNoData() {
        assertThat(make(ATTRIBUTES, null, false, new byte[0])).endsWith("\"type\":\"t\"}");
    }

    @Test
    void dataThatIsNotWhatItSaysIsRefused() {
        assertThat(make(ATTRIBUTES, "application/json", true, bytes("{"))).startsWith("refused: data: not JSON");
        assertThat(make(ATTRIBUTES, "application/json", true, bytes("1},\"id\":{\"x\":1")))
                .startsWith("refused: data:");
    }

    @Test
    void attributesThatCannotBeAreRefused() {
        assertThat(make(Map.of("data", "x"), null, false, new byte[0])).contains("ce-data is no attribute");
        assertThat(make(Map.of("a-b", "x"), null, false, new byte[0])).contains("ce-a-b is no attribute");
    }

    @Test
    void aStrayPercentSignStands() {
        var attributes = new LinkedHashMap<>(ATTRIBUTES);
        attributes.put("note", "5% a+b %e2%82%ac");
        assertThat(make(attributes, null, false, new byte[0])).contains("\"note\":\"5% a+b €\"");
    }
}
