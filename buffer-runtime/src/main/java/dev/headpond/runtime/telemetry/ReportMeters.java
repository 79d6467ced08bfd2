package dev.headpond.runtime.telemetry;

import dev.headpond.policy.LoadReport;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/// Counters and gauges that are read from the shard's last report when somebody asks.
final class ReportMeters {
    private final MeterRegistry registry;
    private final Supplier<LoadReport> report;

    ReportMeters(MeterRegistry registry, Supplier<LoadReport> report) {
        this.registry = registry;
        this.report = report;
        events();
        batches();
        gauges();
    }

    private void events() {
        event("accepted", r -> r.events().accepted());
        event("rate_limited", r -> r.events().rateLimited());
        event("over_high_water", r -> r.events().overHighWater());
        event("not_serving", r -> r.events().draining());
        event("invalid", r -> r.events().invalid());
        event("delivered", r -> r.events().delivered());
        event("dead_lettered", r -> r.events().deadLettered());
        event(
                "lost",
                r -> r.events().lost().values().stream()
                        .mapToLong(Long::longValue)
                        .sum());
    }

    private void event(String result, ToDoubleFunction<LoadReport> value) {
        counter("headpond.events", "Events by what became of them", "result", result, value);
    }

    private void batches() {
        batch("first_attempt", r -> r.batches().firstAttempts());
        batch("retry", r -> r.batches().attempts() - r.batches().firstAttempts());
        batch("delivered", r -> r.batches().delivered());
        batch("failed", r -> r.batches().failed());
    }

    private void batch(String kind, ToDoubleFunction<LoadReport> value) {
        counter("headpond.batches", "Writes to the sink by kind", "kind", kind, value);
    }

    private void counter(String name, String what, String tag, String tagged, ToDoubleFunction<LoadReport> value) {
        FunctionCounter.builder(name, report, r -> value.applyAsDouble(r.get()))
                .description(what)
                .tag(tag, tagged)
                .register(registry);
    }

    private void gauges() {
        gauge(
                "headpond.depth.events",
                "Accepted and not yet delivered",
                r -> r.depth().events());
        gauge("headpond.depth.bytes", "Ring bytes in use", r -> r.depth().bytes());
        gauge("headpond.ring.bytes", "Ring size", r -> r.depth().capacityBytes());
        gauge(
                "headpond.sink.healthy",
                "1 while the sink's last answer was good",
                r -> r.sink().health() == LoadReport.SinkView.Health.OK ? 1 : 0);
        counter(
                "headpond.over.high.water.seconds",
                "Time in which events were refused for want of room",
                "cause",
                "depth",
                r -> r.integrals().overHighWaterSeconds());
    }

    private void gauge(String name, String what, ToDoubleFunction<LoadReport> value) {
        Gauge.builder(name, report, r -> value.applyAsDouble(r.get()))
                .description(what)
                .register(registry);
    }
}
