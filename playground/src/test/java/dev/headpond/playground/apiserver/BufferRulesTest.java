package dev.headpond.playground.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BufferRulesTest {
    private static List<String> problems(String kind, String section) throws IOException {
        var object = new YAMLMapper().readTree("""
                metadata: {namespace: shop, name: orders}
                spec: {sink: {redis: {uri: 'redis://redis:6379', stream: orders}}, %s}
                """.formatted(section));
        return new BufferRules().problems(kind, object, Optional.empty());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
        batch: {maxEvents: 5000}                     | spec.batch.maxEvents: 5000 must be 1..1000 events
        scaling: {minReplicas: 5, maxReplicas: 2}    | spec.scaling.minReplicas: 5 must not be over maxReplicas
        """)
    void aBrokenRuleIsNamedBelowSpec(String section, String expected) throws IOException {
        assertThat(problems("IngestionBuffer", section))
                .singleElement()
                .asString()
                .startsWith(expected);
    }

    @Test
    void aGoodBufferAndOtherKindsPass() throws IOException {
        assertThat(problems("IngestionBuffer", "batch: {maxEvents: 500}")).isEmpty();
        assertThat(problems("Other", "batch: {maxEvents: 5000}")).isEmpty();
    }
}
