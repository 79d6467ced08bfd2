package dev.headpond.runtime.http.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JacksonCheckTest {
    private final JsonCheck json = JacksonCheck.json();
    private final JsonCheck cloudEvent = JacksonCheck.cloudEvent();

    /// With bytes around it that would change the answer if they were read.
    private static String problem(JsonCheck check, byte[] event) {
        var padded = new byte[event.length + 6];
        java.util.Arrays.fill(padded, (byte) '}');
        System.arraycopy(event, 0, padded, 3, event.length);
        var problem = check.problem(padded, 3, event.length);
        return problem == null ? "" : problem;
    }

    private static String problem(JsonCheck check, String event) {
        return problem(check, event.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "{}", "[]", "0", "-0.0e-0", "null", "\"\"", "\"é💧\\ud83d\\udca7\\\\ud800\"", "[1, {\"a\": [true]}]",
        "{\"a\":1,\"a\":2}", "\"\\u0000\"", "123456789012345678901234567890"
    })
    void jsonIsTaken(String event) {
        assertThat(problem(json, event)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
        {            | not JSON
        {"a":1,}     | not JSON
        [1,]         | not JSON
        {'a':1}      | not JSON
        {a:1}        | not JSON
        01           | not JSON
        1.           | not JSON
        .5           | not JSON
        +1           | not JSON
        NaN          | not JSON
        Infinity     | not JSON
        "\\x"        | not JSON
        "a           | not JSON
        tru          | not JSON
        /**/1        | not JSON
        1 2          | more than one
        {}{}         | more than one
        {}]          | not JSON
        "\\ud800"    | surrogate
        "\\udc00x"   | surrogate
        "\\ud800\\n" | surrogate
        "\\ud83d\\u0041" | surrogate
        {"\\ud800":1} | surrogate
        """)
    void whatIsNotExactlyOneValueIsNamed(String event, String reason) {
        assertThat(problem(json, event.replace("\\\\", "\\"))).contains(reason);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
        22C322,           lead byte without tail
        2280 22,          tail byte without lead
        22C0AF22,         overlong two bytes
        22E080AF22,       overlong three bytes
        22F08080AF22,     overlong four bytes
        22EDA08022,       a surrogate in UTF-8
        22F490808022,     over U+10FFFF
        22F822,           no lead byte
        22FF22,           no lead byte
        22E282,           cut at the end
        """)
    void malformedUtf8IsRefused(String hex, String what) {
        assertThat(problem(json, HexFormat.of().parseHex(hex.replace(" ", "")))).as(what).isEqualTo("not valid UTF-8");
    }

    @Test
    void otherEncodingsAreRefused() {
        assertThat(problem(json, "{\"a\":1}".getBytes(StandardCharsets.UTF_16LE))).contains("UTF-16");
        assertThat(problem(json, "{\"a\":1}".getBytes(StandardCharsets.UTF_16BE))).contains("UTF-16");
        assertThat(problem(json, "{\"a\":1}".getBytes(StandardCharsets.UTF_16))).isNotEmpty();
        assertThat(problem(json, "\ufeff{}")).contains("byte order mark");
        assertThat(problem(json, "\"a\u0000b\"")).contains("not JSON");
    }

    @Test
    void hostileSizesAreRefusedQuickly() {
        int deep = JacksonCheck.NESTING_DEPTH_MAX;
        assertThat(problem(json, "[".repeat(deep) + "]".repeat(deep))).isEmpty();
        assertThat(problem(json, "[".repeat(deep + 1) + "]".repeat(deep + 1))).contains("depth");
        assertThat(problem(json, "[".repeat(1_000_000))).contains("depth");
        assertThat(problem(json, "1".repeat(JacksonCheck.NUMBER_DIGITS_MAX))).isEmpty();
        assertThat(problem(json, "1".repeat(1_000_000))).contains("length");
        assertThat(problem(json, "[0." + "1".repeat(1_000_000) + "]")).contains("length");
    }

    /// Names that producers choose must not fill a table for ever.
    @Test
    void manyDifferentNamesAreNoTrouble() {
        for (int i = 0; i < 200_000; i++) {
            assertThat(problem(json, "{\"name" + i + "\":1}")).isEmpty();
        }
    }

    @Test
    void aReasonIsOneShortLine() {
        var reason = problem(json, "{\"a\":" + "\n".repeat(50) + "q".repeat(100_000) + "}");
        assertThat(reason).startsWith("not JSON at byte ").hasSizeLessThan(250).doesNotContain("\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
        []                                                                    | is a JSON object
        {"id":"1","source":"s","type":"t"}                                    | specversion is missing
        {"specversion":"0.3","id":"1","source":"s","type":"t"}                | specversion must be
        {"specversion":1.0,"id":"1","source":"s","type":"t"}                  | specversion must be
        {"specversion":"1.0","id":"","source":"s","type":"t"}                 | id must be a non-empty string
        {"specversion":"1.0","id":7,"source":"s","type":"t"}                  | id must be a non-empty string
        {"specversion":"1.0","id":"1","type":"t"}                             | source is missing
        {"specversion":"1.0","id":"1","source":"s"}                           | type is missing
        {"x":{"id":"1","source":"s","type":"t"},"specversion":"1.0"}          | id is missing
        {"specversion":"1.0","id":"1","source":"s","type":"t","data":1,"data_base64":""} | exclude each other
        {"specversion":"1.0","id":"1","source":"s","type":"t"} 1              | more than one
        """)
    void aCloudEventThatLacksSomethingIsNamed(String event, String reason) {
        assertThat(problem(cloudEvent, event)).contains(reason);
    }

    @Test
    void aCloudEventMayHoldAnything() {
        assertThat(problem(cloudEvent, """
                {"data":{"id":7},"specversion":"1.0","ext":1,"id":"1","source":"/s","type":"t","datacontenttype":"x"}"""))
                .isEmpty();
    }

    /// The JDK's strict decoder is the oracle.
    @Test
    void utf8IsJudgedAsTheJdkJudgesIt() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        var random = new Random(seed);
        for (int round = 0; round < 200_000; round++) {
            var bytes = ("\"" + "aé€💧".repeat(1 + random.nextInt(4)) + "\"").getBytes(StandardCharsets.UTF_8);
            for (int i = random.nextInt(3); i > 0; i--) {
                bytes[1 + random.nextInt(bytes.length - 2)] = (byte) random.nextInt(0x80, 0x100);
            }
            boolean isRefused = problem(json, bytes).equals("not valid UTF-8");
            assertThat(isRefused).as(HexFormat.of().formatHex(bytes)).isEqualTo(!isUtf8(bytes));
        }
    }

    private static boolean isUtf8(byte[] bytes) {
        var decoder = StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPORT);
        try {
            CharBuffer ignored = decoder.decode(ByteBuffer.wrap(bytes));
            return ignored.hasRemaining();
        } catch (CharacterCodingException e) {
            return false;
        }
    }
}
