package dev.headpond.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.headpond.policy.Reading.Invalid;
import dev.headpond.policy.Reading.Valid;
import dev.headpond.policy.ScalingPolicy.Direction.Select;
import dev.headpond.policy.ScalingPolicy.Mode;
import dev.headpond.policy.ScalingPolicy.Rate;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScalingReaderTest {
    private static Reading<ScalingPolicy> read(String scaling, String sink) {
        JsonNode spec;
        try {
            spec = PolicyReader.JSON.readTree("""
                    {"scaling": %s, "sink": {%s "redis": {"uri": "redis://redis:6379", "stream": "orders"}}}""".formatted(scaling, sink));
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
        return switch (PolicyReader.ofSpec("shop/orders", spec)) {
            case Valid<Policy>(var policy) -> ScalingReader.ofSpec(spec, policy);
            case Invalid<Policy> invalid -> throw new AssertionError(invalid.line());
        };
    }

    private static ScalingPolicy valid(String scaling) {
        return switch (read(scaling, "")) {
            case Valid<ScalingPolicy>(var policy) -> policy;
            case Invalid<ScalingPolicy> invalid -> throw new AssertionError(invalid.line());
        };
    }

    @Test
    void nothingSaidMeansAutomaticBetweenOneAndThree() {
        var scaling = valid("null");
        assertThat(scaling.mode()).isEqualTo(Mode.Automatic);
        assertThat(scaling.minReplicas()).isEqualTo(1);
        assertThat(scaling.maxReplicas()).isEqualTo(3);
        assertThat(scaling.replicas()).isEqualTo(1);
        assertThat(scaling.maxRateLimitedRatio().value()).isEqualTo(0.0012);
        assertThat(scaling.behavior().scaleDown().stabilizationWindow()).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void behaviorSpeaksTheLanguageOfAutoscalingV2() {
        var up = valid("""
                {"behavior": {"scaleUp": {"stabilizationWindowSeconds": 10, "selectPolicy": "Min",
                 "policies": [{"type": "Pods", "value": 2, "periodSeconds": 60},
                              {"type": "Percent", "value": 100, "periodSeconds": 15}]}}}""").behavior().scaleUp();
        assertThat(up.selectPolicy()).isEqualTo(Select.Min);
        assertThat(up.policies())
                .containsExactly(
                        new Rate(Rate.Type.Pods, 2, Duration.ofSeconds(60)),
                        new Rate(Rate.Type.Percent, 100, Duration.ofSeconds(15)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
        {"minReplicas": 4, "maxReplicas": 3}   |                              | scaling.minReplicas: 4 must not be over maxReplicas (3)
        {"minReplicas": 0}                     |                              | scaling.minReplicas: 0 must be 1..1000 replicas
        {"maxReplicas": 4}                     | "maxEventsPerSecond": 36000, | scaling.maxReplicas: 4 pods of 12000 events/s are 48000, over
        {"maxRateLimitedRatio": "2"}           |                              | scaling.maxRateLimitedRatio: 2 must be a percentage
        {"mode": "Sometimes"}                  |                              | must be Automatic or Recommend or External
        {"behavior": {"scaleSideways": {}}}    |                              | scaling.behavior.scaleSideways: {} is no field here
        {"behavior": {"scaleUp": {"policies": [{"value": 0}]}}} |             | scaling.behavior.scaleUp.policies[0].value: 0 must be 1..10000
        {"behavior": {"scaleUp": {"policies": 3}}} |                          | scaling.behavior.scaleUp.policies: 3 must be a list
        """)
    void aBrokenRuleIsNamed(String scaling, String sink, String expected) {
        switch (read(scaling, sink == null ? "" : sink)) {
            case Valid<ScalingPolicy>(var policy) -> throw new AssertionError("taken: " + policy);
            case Invalid<ScalingPolicy> invalid -> assertThat(invalid.line()).contains(expected);
        }
    }
}
