package dev.headpond.runtime;

import dev.headpond.policy.Policy;
import dev.headpond.policy.PolicyReader;
import dev.headpond.policy.Reading;

/// Policies as a pod gets them.
public final class TestPolicies {
    private TestPolicies() {}

    /// Small, so that a test does not touch 128 MiB.
    private static final String SMALL_RING = """
            "ingest": {"maxRequestBytes": "200Ki", "maxEventBytes": "8Ki"}, "buffer": {"capacity": "1Mi"},""";

    /// @param sections `"batch": {...}, ` and so on, or empty for the defaults; without `buffer` the ring is small
    /// @param lanes of the sink
    public static Policy of(String sections, int lanes) {
        var json = """
                {"name": "shop/orders", %s
                 "sink": {"lanes": %d, "requestTimeout": "200ms", "redis": {"uri": "redis://redis:6379", "stream": "orders"}}}""".formatted(sections.contains("\"buffer\"") ? sections : SMALL_RING + sections, lanes);
        return switch (PolicyReader.parse(json)) {
            case Reading.Valid<Policy>(var policy) -> policy;
            case Reading.Invalid<Policy> invalid -> throw new AssertionError(invalid.line());
        };
    }
}
