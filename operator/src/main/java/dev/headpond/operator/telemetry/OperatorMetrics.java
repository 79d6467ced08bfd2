package dev.headpond.operator.telemetry;

import dev.headpond.operator.apply.Writes;
import dev.headpond.operator.decide.Diagnosis;
import dev.headpond.operator.observe.LoadReadCounts;
import io.javaoperatorsdk.operator.api.monitoring.Metrics;
import io.javaoperatorsdk.operator.monitoring.micrometer.MicrometerMetrics;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/// All metrics of the operator, in Prometheus format. None has a label with a buffer's name: their number does not grow
/// with the cluster.
public final class OperatorMetrics implements Writes, AutoCloseable {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics garbageCollection = new JvmGcMetrics();

    public OperatorMetrics() {
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        garbageCollection.bindTo(registry);
        for (var diagnosis : Diagnosis.values()) {
            registry.counter("headpond.decisions", "diagnosis", diagnosis.name());
        }
    }

    /// Counts reconciles for the Java Operator SDK.
    public Metrics ofFramework() {
        return MicrometerMetrics.withoutPerResourceMetrics(registry);
    }

    public void decided(Diagnosis diagnosis) {
        registry.counter("headpond.decisions", "diagnosis", diagnosis.name()).increment();
    }

    @Override
    public void count(String object, Kind kind) {
        registry.counter(
                        "headpond.writes",
                        "object",
                        object,
                        "operation",
                        kind.name().toLowerCase(Locale.ROOT))
                .increment();
    }

    /// @param leading whether this process may write
    public void leader(BooleanSupplier leading) {
        Gauge.builder("headpond.leader", leading, l -> l.getAsBoolean() ? 1 : 0)
                .description("1 while this process reconciles, 0 while it waits for the lease")
                .register(registry);
    }

    public void loadReads(Supplier<LoadReadCounts> counts) {
        loadReads(counts, "answered", LoadReadCounts::answered);
        loadReads(counts, "timed_out", LoadReadCounts::timedOut);
        loadReads(counts, "unreachable", LoadReadCounts::unreachable);
        loadReads(counts, "refused", LoadReadCounts::refused);
        FunctionCounter.builder(
                        "headpond.load.rounds.skipped", counts, c -> c.get().roundsSkipped())
                .register(registry);
        FunctionCounter.builder(
                        "headpond.load.rounds.broken", counts, c -> c.get().roundsBroken())
                .register(registry);
    }

    private void loadReads(Supplier<LoadReadCounts> counts, String outcome, ToDoubleFunction<LoadReadCounts> value) {
        FunctionCounter.builder("headpond.load.reads", counts, c -> value.applyAsDouble(c.get()))
                .description("Questions to pods for their load")
                .tag("outcome", outcome)
                .register(registry);
    }

    public String scrape() {
        return registry.scrape();
    }

    @Override
    public void close() {
        garbageCollection.close();
        registry.close();
    }
}
