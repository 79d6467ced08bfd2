package dev.headpond.playground.apiserver.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PatchTest {
    private static JsonNode yaml(String text) {
        try {
            return new YAMLMapper().readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Cases of RFC 7396, appendix A.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
        {a: b}             | {a: c}                | {a: c}
        {a: b}             | {b: c}                | {a: b, b: c}
        {a: b, b: c}       | {a: null}             | {b: c}
        {a: [b]}           | {a: c}                | {a: c}
        {a: {b: c}}        | {a: {b: d, c: null}}  | {a: {b: d}}
        {a: [{b: c}]}      | {a: [1]}              | {a: [1]}
        {}                 | {a: {bb: {ccc: null}}} | {a: {bb: {}}}
        """)
    void mergePatch(String target, String patch, String expected) {
        assertThat(MergePatch.apply(yaml(target), yaml(patch))).isEqualTo(yaml(expected));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
        {env: [{name: a, value: x}]} | {env: [{name: b}]}                       | {env: [{name: a, value: x}, {name: b}]}
        {env: [{name: a, value: x}]} | {env: [{name: a, value: y}]}             | {env: [{name: a, value: y}]}
        {env: [{name: a}, {name: b}]} | {env: [{name: a, $patch: delete}]}      | {env: [{name: b}]}
        {env: [{name: a}, {name: b}]} | {env: [{name: c}, {$patch: replace}]}   | {env: [{name: c}]}
        {finalizers: [a, b]}         | {$deleteFromPrimitiveList/finalizers: [a]} | {finalizers: [b]}
        {env: [{name: a}]}           | {$setElementOrder/env: [{name: a}]}      | {env: [{name: a}]}
        {s: {a: 1, b: 2}}            | {s: {$retainKeys: [a], a: 3}}            | {s: {a: 3}}
        {s: {a: 1, b: 2}}            | {s: {$patch: replace, c: 3}}             | {s: {c: 3}}
        {l: [1, 2], x: 1}            | {l: [3], x: null}                        | {l: [3]}
        """)
    void strategicPatch(String target, String patch, String expected) {
        assertThat(StrategicPatch.apply((ObjectNode) yaml(target), (ObjectNode) yaml(patch), Shape.known()))
                .isEqualTo(yaml(expected));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
        {a: 1}       | [{op: add, path: /b, value: 2}]          | {a: 1, b: 2}
        {a: [1, 3]}  | [{op: add, path: /a/1, value: 2}]        | {a: [1, 2, 3]}
        {a: [1]}     | [{op: add, path: /a/-, value: 2}]        | {a: [1, 2]}
        {a: 1}       | [{op: replace, path: /a, value: 2}]      | {a: 2}
        {a: [1, 2]}  | [{op: remove, path: /a/0}]               | {a: [2]}
        {a: {b: 1}}  | [{op: move, from: /a/b, path: /c}]       | {a: {}, c: 1}
        {a: 1}       | [{op: copy, from: /a, path: /b}]         | {a: 1, b: 1}
        {a/b: 1}     | [{op: test, path: /a~1b, value: 1}]      | {a/b: 1}
        """)
    void jsonPatch(String target, String patch, String expected) {
        assertThat(JsonPatch.apply(yaml(target), yaml(patch))).isEqualTo(yaml(expected));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
        {op: test, path: /a, value: 2}   | the value there is 1
        {op: remove, path: /b}           | there is nothing at /b
        {op: add, path: /b/c, value: 1}  | the parent of the path does not exist
        {op: add, path: /b}              | value is missing
        {op: jump, path: /a}             | op must be
        {op: remove, path: a}            | path must be a JSON pointer
        """)
    void aJsonPatchThatCannotBeDoneSaysWhy(String operation, String expected) {
        assertThatThrownBy(() -> JsonPatch.apply(yaml("{a: 1}"), yaml("[" + operation + "]")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(expected);
    }
}
