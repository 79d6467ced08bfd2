package dev.headpond.runtime.http.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventReaderTest {
    private static final int EVENT_BYTES_MAX = 64;
    private static final int EVENTS_MAX = 1_000;

    private final EventReader reader =
            new EventReader(EVENT_BYTES_MAX, EVENTS_MAX, JacksonCheck.json(), JacksonCheck.cloudEvent());

    private String read(Format format, String body) {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        var problem = reader.read(format, bytes, bytes.length);
        return problem == null ? "" : problem;
    }

    private List<String> events() {
        var events = new ArrayList<String>();
        for (int i = 0; i < reader.events().count(); i++) {
            var bytes = new byte[reader.events().length(i)];
            reader.events().body().get(reader.events().offset(i), bytes);
            events.add(new String(bytes, StandardCharsets.UTF_8));
        }
        return events;
    }

    private List<Integer> rejected() {
        return reader.rejected().stream().map(Rejected::index).toList();
    }

    @Test
    void anObjectIsOneEventAndKeepsItsBytes() {
        assertThat(read(Format.JSON, " {\"a\" : 1.0e5 ,\"b\":\"\\u00e9é\"}\r\n")).isEmpty();
        assertThat(events()).containsExactly("{\"a\" : 1.0e5 ,\"b\":\"\\u00e9é\"}");
    }

    @Test
    void anArrayIsManyEventsWhateverStandsInThem() {
        assertThat(read(Format.JSON, "[{\"a\":\"],[\\\"\"} , [1,[2]],\"x,y\\\\\",-1.5,null ]")).isEmpty();
        assertThat(events()).containsExactly("{\"a\":\"],[\\\"\"}", "[1,[2]]", "\"x,y\\\\\"", "-1.5", "null");
        assertThat(reader.rejectedCount()).isZero();
    }

    @Test
    void linesAreEventsAndBlankOnesAreNone() {
        assertThat(read(Format.NDJSON, "{\"a\":1}\r\n\n  \r\n[1,2]\n7")).isEmpty();
        assertThat(events()).containsExactly("{\"a\":1}", "[1,2]", "7");
    }

    @Test
    void aBadEventCostsOnlyItself() {
        assertThat(read(Format.NDJSON, "{\"a\":1}\n{\"a\":\n{} {}\n\"\\ud83d\"\n{\"b\":2}")).isEmpty();
        assertThat(events()).containsExactly("{\"a\":1}", "{\"b\":2}");
        assertThat(rejected()).containsExactly(1, 2, 3);
        assertThat(reader.rejected().get(1).reason()).isEqualTo("more than one JSON value");
        assertThat(reader.rejected().get(2).reason()).contains("surrogate");
    }

    @Test
    void aBadElementOfAnArrayCostsOnlyItself() {
        assertThat(read(Format.JSON, "[1,{\"a\"},,[}],{\"a\":2}]")).isEmpty();
        assertThat(events()).containsExactly("1", "{\"a\":2}");
        assertThat(rejected()).containsExactly(1, 2, 3);
    }

    @Test
    void anEventOverTheBoundIsNamed() {
        var large = "\"" + "x".repeat(EVENT_BYTES_MAX) + "\"";
        assertThat(read(Format.NDJSON, "1\n" + large + "\n2")).isEmpty();
        assertThat(events()).containsExactly("1", "2");
        assertThat(reader.rejected().getFirst().isTooLarge()).isTrue();
        assertThat(reader.rejected().getFirst().reason()).contains("66 bytes").contains("ingest.maxEventBytes (64)");
    }

    @Test
    void anEventAtTheBoundIsTaken() {
        assertThat(read(Format.JSON, "\"" + "x".repeat(EVENT_BYTES_MAX - 2) + "\"")).isEmpty();
        assertThat(events()).hasSize(1);
    }

    @Test
    void readingStopsWhenThereAreTooMany() {
        read(Format.NDJSON, "1\n".repeat(EVENTS_MAX));
        assertThat(reader.isTooMany()).isFalse();
        assertThat(read(Format.NDJSON, "1\n".repeat(50 * EVENTS_MAX))).isEmpty();
        assertThat(reader.isTooMany()).isTrue();
        read(Format.JSON, "[" + "1,".repeat(50 * EVENTS_MAX) + "1]");
        assertThat(reader.isTooMany()).isTrue();
        assertThat(reader.count()).isEqualTo(EVENTS_MAX + 1);
    }

    @Test
    void onlyTheFirstReasonsAreListed() {
        assertThat(read(Format.JSON, "[" + "x,".repeat(500) + "1]")).isEmpty();
        assertThat(reader.rejectedCount()).isEqualTo(500);
        assertThat(reader.rejected()).hasSize(EventReader.REJECTED_LISTED_MAX);
        assertThat(events()).containsExactly("1");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', emptyValue = "", textBlock = """
        JSON             | []            | the array is empty
        JSON             | [ ]           | the array is empty
        JSON             | [1            | the array is not closed
        JSON             | [1}           | closed by a brace
        JSON             | [{"a":[}]     | the array is not closed
        JSON             | ["            | the array is not closed
        JSON             | [1] 2         | something follows
        JSON             | [1]]          | something follows
        CLOUDEVENT_BATCH | {}            | is a JSON array
        CLOUDEVENT_BATCH | []            | the array is empty
        """)
    void aBodyThatCannotBeCutIsRefusedWhole(Format format, String body, String reason) {
        assertThat(read(format, body)).contains(reason);
    }

    @Test
    void anEmptyBodyIsRefusedWithWords() {
        for (var format : List.of(Format.JSON, Format.NDJSON, Format.CLOUDEVENT)) {
            assertThat(read(format, "")).contains("empty");
            assertThat(read(format, " \r\n\n\t")).contains("empty");
        }
    }

    @Test
    void aByteOrderMarkIsRefused() {
        assertThat(read(Format.JSON, "\ufeff{}")).contains("byte order mark");
        assertThat(read(Format.NDJSON, "\ufeff{}\n{}")).contains("byte order mark");
    }

    @Test
    void cloudEventsAreChecked() {
        var good = "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"s\",\"type\":\"t\"}";
        assertThat(read(Format.CLOUDEVENT, good)).isEmpty();
        assertThat(events()).containsExactly(good);
        assertThat(read(Format.CLOUDEVENT_BATCH, "[" + good + ",{\"id\":\"1\"}]")).isEmpty();
        assertThat(events()).containsExactly(good);
        assertThat(reader.rejected().getFirst().reason()).isEqualTo("specversion is missing");
    }

    /// However a list of JSON values is written, the same values come out, byte for byte.
    @Test
    void whatWasJoinedIsCutTheSameWay() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        var random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            var values = random.ints(1 + random.nextInt(8), 0, 1 << 20)
                    .mapToObj(i -> value(new Random(i), 0))
                    .filter(v -> v.getBytes(StandardCharsets.UTF_8).length <= EVENT_BYTES_MAX)
                    .toList();
            if (values.isEmpty()) {
                continue;
            }
            assertThat(read(Format.NDJSON, String.join(random.nextBoolean() ? "\n" : "\r\n\n", values)))
                    .isEmpty();
            assertThat(events()).isEqualTo(values);
            assertThat(read(Format.JSON, values.stream().collect(Collectors.joining(" ,\n", "[", " ]\n"))))
                    .isEmpty();
            assertThat(events()).isEqualTo(values);
        }
    }

    private static String value(Random random, int depth) {
        return switch (random.nextInt(depth > 2 ? 4 : 6)) {
            case 0 -> Integer.toString(random.nextInt());
            case 1 -> "\"" + "é\\\"],{💧\\\\".substring(0, random.nextBoolean() ? 1 : 11) + "\"";
            case 2 -> "true";
            case 3 -> "\"\\ud83d\\udca7\\n\"";
            case 4 -> "[" + value(random, depth + 1) + "," + value(random, depth + 1) + "]";
            default -> "{\"k\": " + value(random, depth + 1) + "}";
        };
    }
}
