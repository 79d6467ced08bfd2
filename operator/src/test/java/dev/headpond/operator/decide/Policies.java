package dev.headpond.operator.decide;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.headpond.policy.Policy;
import dev.headpond.policy.PolicyReader;
import dev.headpond.policy.Reading;
import dev.headpond.policy.ScalingPolicy;
import dev.headpond.policy.ScalingReader;

/// Policies as users write them: from a spec.
record Policies(Policy policy, ScalingPolicy scaling) {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /// Pods of 12 000 events a second.
    ///
    /// @param scaling what stands in `spec.scaling`
    static Policies scaling(String scaling) {
        return of(scaling, "");
    }

    /// @param sink what stands in `spec.sink` beside redis, with a comma at its end
    static Policies of(String scaling, String sink) {
        var spec = tree("""
                {"sink": {%s "redis": {"uri": "redis://redis:6379", "stream": "orders"}}, "scaling": {%s}}""".formatted(sink, scaling));
        var policy = valid(PolicyReader.ofSpec("shop/orders", spec));
        return new Policies(policy, valid(ScalingReader.ofSpec(spec, policy)));
    }

    private static JsonNode tree(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new AssertionError(json, e);
        }
    }

    private static <T> T valid(Reading<T> reading) {
        return switch (reading) {
            case Reading.Valid<T>(var value) -> value;
            case Reading.Invalid<T> invalid -> throw new AssertionError(invalid.line());
        };
    }
}
