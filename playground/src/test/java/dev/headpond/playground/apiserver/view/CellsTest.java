package dev.headpond.playground.apiserver.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.time.Instant;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CellsTest {
    @ParameterizedTest
    @CsvSource({"0,0s", "119,119s", "120,2m", "130,2m10s", "600,10m", "10799,179m", "10800,3h", "172800,2d", "-5,0s"})
    void agesAreShownAsKubectlDoes(long seconds, String expected) {
        var now = Instant.parse("2026-06-01T00:00:00Z");
        assertThat(Cells.age(now.minusSeconds(seconds).toString(), now)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
        .spec.a                                       | 1
        .spec.l[1]                                    | y
        .spec.l[*]                                    | x,y
        .spec['a']                                    | 1
        .status.conditions[?(@.type=="Ready")].status | True
        .status.conditions[?(@.type == 'Old')].status | False
        .status.conditions[?(@.type=="No")].status    |
        .spec.none                                    |
        .spec..a                                      |
        """)
    void pathsOfColumnsAreFollowed(String path, String expected) throws IOException {
        var object = new YAMLMapper().readTree("""
                spec: {a: 1, l: [x, y]}
                status: {conditions: [{type: Old, status: 'False'}, {type: Ready, status: 'True'}]}
                """);
        var found = JsonPath.all(object, path).stream().map(JsonNode::asText).collect(Collectors.joining(","));
        assertThat(found).isEqualTo(expected == null ? "" : expected);
    }
}
