package dev.headpond.crds;

import com.fasterxml.jackson.databind.JsonNode;
import dev.headpond.policy.Bounds;

/// Rules between fields, in CEL. Each is the twin of one in `policy`, and has the defaults written into it that only
/// code applies. Messages are plain: one that is computed would exceed the cost that the API server allows.
final class SchemaRules {
    private static final JsonNode DEFAULTS = LeastPolicy.tree();
    private static final String RATE = number("admission", "eventsPerSecond");
    private static final String BATCH_EVENTS = number("batch", "maxEvents");
    private static final String EVENT_BYTES = size("ingest", "maxEventBytes");
    private static final String REQUEST_BYTES = size("ingest", "maxRequestBytes");
    private static final String BATCH_BYTES = size("batch", "maxBytes");
    private static final String CAPACITY = size("buffer", "capacity");
    private static final String HIGH_WATER = number("buffer", "highWaterMarkPercent");
    private static final String MIN_REPLICAS =
            "self.?scaling.?minReplicas.orValue(" + LeastPolicy.SCALING.minReplicas() + ")";
    private static final String MAX_REPLICAS =
            "self.?scaling.?maxReplicas.orValue(" + MIN_REPLICAS + " > 3 ? " + MIN_REPLICAS + " : 3)";

    private SchemaRules() {}

    private static String number(String section, String field) {
        return "self.?%s.?%s.orValue(%s)".formatted(section, field, otherwise(section, field));
    }

    /// A size with its default. Written without `orValue`: behind that the API server no longer knows how long the text
    /// can be, and refuses the rule as too costly.
    private static String size(String section, String field) {
        return "(has(self.%1$s) && has(self.%1$s.%2$s) ? quantity(string(self.%1$s.%2$s)) : quantity('%3$s'))"
                .formatted(section, field, otherwise(section, field));
    }

    private static String otherwise(String section, String field) {
        return DEFAULTS.required(section).required(field).asText();
    }

    /// @param root the whole object
    static void addTo(Schema root) {
        root.rule(
                "self.metadata.name.matches('^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$')",
                "metadata.name must be 1..63 lower-case letters, digits and '-', begin with a letter and not end with"
                        + " '-': it becomes the name of a Service; choose another name");
        var spec = root.at("spec");
        ingest(spec);
        admission(spec);
        buffer(spec);
        spec.at("retry")
                .rule(
                        "duration(self.?initialBackoff.orValue('%s')) <= duration(self.?maxBackoff.orValue('%s'))"
                                .formatted(otherwise("retry", "initialBackoff"), otherwise("retry", "maxBackoff")),
                        "initialBackoff must not be over maxBackoff (default 500ms); lower it or raise maxBackoff",
                        "initialBackoff");
        spec.at("sink")
                .rule(
                        "has(self.redis) != has(self.cassandra)",
                        "must have exactly one of redis and cassandra; add one, or make a second buffer for the other");
        scaling(spec);
    }

    private static void ingest(Schema spec) {
        spec.at("ingest.port")
                .rule(
                        "self != " + Bounds.MANAGEMENT_PORT,
                        Bounds.MANAGEMENT_PORT + " is the management port; choose another");
        spec.rule(
                EVENT_BYTES + ".compareTo(" + REQUEST_BYTES + ") <= 0",
                "ingest.maxEventBytes (default 256Ki) must not be over ingest.maxRequestBytes (default 4Mi); lower it or"
                        + " raise maxRequestBytes",
                "ingest");
        spec.rule(
                EVENT_BYTES + ".compareTo(" + BATCH_BYTES + ") <= 0",
                "ingest.maxEventBytes (default 256Ki) must not be over batch.maxBytes (default 2Mi), or the event could"
                        + " never be delivered; lower it or raise batch.maxBytes",
                "ingest");
        spec.rule(
                REQUEST_BYTES + ".asApproximateFloat() * 200.0 <= " + CAPACITY + ".asApproximateFloat() * double("
                        + HIGH_WATER + ")",
                "ingest.maxRequestBytes (default 4Mi) must not be over half of the ring up to its high-water mark, or one"
                        + " request could block the rest; lower it or raise buffer.capacity",
                "ingest");
    }

    private static void admission(Schema spec) {
        spec.rule(
                "!has(self.admission) || !has(self.admission.burst) || self.admission.burst >= " + BATCH_EVENTS,
                "admission.burst must be at least one batch (batch.maxEvents, default 200); raise it or lower"
                        + " batch.maxEvents",
                "admission");
        spec.rule(
                "self.?admission.?burst.hasValue() || " + RATE + " * " + Bounds.BURST_SECONDS_MAX + " >= "
                        + BATCH_EVENTS,
                "ten seconds' worth of admission.eventsPerSecond must be at least one batch (batch.maxEvents, default"
                        + " 200); raise eventsPerSecond or lower batch.maxEvents",
                "admission");
        spec.rule(
                "!has(self.admission) || !has(self.admission.burst) || self.admission.burst <= " + RATE + " * "
                        + Bounds.BURST_SECONDS_MAX,
                "admission.burst must be at most ten seconds' worth of eventsPerSecond (default 12000); lower it or raise"
                        + " eventsPerSecond",
                "admission");
    }

    private static void buffer(Schema spec) {
        spec.at("buffer")
                .rule(
                        "!has(self.lowWaterMarkPercent) || self.lowWaterMarkPercent <"
                                + " self.?highWaterMarkPercent.orValue(80)",
                        "lowWaterMarkPercent must be under highWaterMarkPercent (default 80); lower it",
                        "lowWaterMarkPercent")
                .rule(
                        "self.?acknowledge.orValue('Buffered') != 'Journaled' || has(self.journal)",
                        "journal must be set with acknowledge: Journaled; give it a size, such as journal: {size: 10Gi}",
                        "journal");
        var journal = "(has(%1$s.size) ? quantity(string(%1$s.size)) : quantity('10Gi'))";
        spec.at("buffer.journal")
                .rule(
                        journal.formatted("self") + ".compareTo(" + journal.formatted("oldSelf") + ") >= 0",
                        "a journal cannot shrink, since volumes cannot; keep its size, or make a new buffer with a smaller"
                                + " one",
                        "size");
        spec.rule(
                "self.?placement.?mode.orValue('Standalone') != 'Sidecar' || self.?buffer.?acknowledge.orValue('Buffered')"
                        + " != 'Journaled'",
                "acknowledge: Journaled needs pods with volumes of their own; use placement.mode: Standalone, or"
                        + " acknowledge: Buffered or Delivered",
                "buffer");
    }

    private static void scaling(Schema spec) {
        spec.at("scaling")
                .rule(
                        "!has(self.maxReplicas) || self.?minReplicas.orValue(1) <= self.maxReplicas",
                        "minReplicas (default 1) must not be over maxReplicas; lower it or raise maxReplicas",
                        "minReplicas");
        spec.rule(
                "!has(self.sink.maxEventsPerSecond) || " + MAX_REPLICAS + " * " + RATE
                        + " <= self.sink.maxEventsPerSecond",
                "scaling.maxReplicas (default 3) x admission.eventsPerSecond (default 12000) must not be over"
                        + " sink.maxEventsPerSecond; lower maxReplicas or eventsPerSecond, or raise maxEventsPerSecond",
                "scaling");
    }
}
