package dev.headpond.crds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.headpond.policy.Policy;
import dev.headpond.policy.PolicyReader;
import dev.headpond.policy.PolicyWriter;
import dev.headpond.policy.Reading.Invalid;
import dev.headpond.policy.Reading.Valid;
import dev.headpond.policy.ScalingPolicy;
import dev.headpond.policy.ScalingReader;
import java.io.IOException;
import java.io.UncheckedIOException;

/// What code makes of a spec with nothing but a sink: the source of every default that a rule or a description names.
final class LeastPolicy {
    private static final JsonNode SPEC =
            json("{\"sink\": {\"redis\": {\"uri\": \"redis://redis:6379\", \"stream\": \"s\"}}}");

    static final Policy POLICY = switch (PolicyReader.ofSpec("shop/orders", SPEC)) {
        case Valid<Policy>(var policy) -> policy;
        case Invalid<Policy> invalid -> throw new AssertionError(invalid.line());
    };

    static final ScalingPolicy SCALING = switch (ScalingReader.ofSpec(SPEC, POLICY)) {
        case Valid<ScalingPolicy>(var scaling) -> scaling;
        case Invalid<ScalingPolicy> invalid -> throw new AssertionError(invalid.line());
    };

    private LeastPolicy() {}

    /// `policy.json` with every default spelled out.
    static JsonNode tree() {
        return json(PolicyWriter.write(POLICY));
    }

    private static JsonNode json(String text) {
        try {
            return new ObjectMapper().readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
