package dev.headpond.runtime.telemetry;

import dev.headpond.policy.LoadReport;
import dev.headpond.runtime.delivery.DeliveryListener;
import dev.headpond.runtime.http.DoorMeter;
import dev.headpond.runtime.sink.Outcome;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.netty.util.internal.PlatformDependent;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The metrics of a pod in Prometheus format. Counters and gauges are read from the shard's last report, so that they
/// can never disagree with `/load`; only histograms are fed while events pass.
public final class Meters implements DoorMeter, DeliveryListener {
    private static final Duration[] LATENCIES = {
        Duration.ofMillis(1),
        Duration.ofMillis(2),
        Duration.ofMillis(5),
        Duration.ofMillis(10),
        Duration.ofMillis(25),
        Duration.ofMillis(50),
        Duration.ofMillis(100),
        Duration.ofMillis(250),
        Duration.ofMillis(350),
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofMillis(2_500),
        Duration.ofSeconds(10)
    };
    private static final double[] BATCH_SIZES = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000};

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final DistributionSummary batchEvents;
    private final Map<Integer, Timer> requests = new HashMap<>();
    private final Map<Class<?>, Timer> answers = new HashMap<>();
    /// Held here because the registry holds what it observes only weakly.
    @SuppressWarnings("UnusedVariable")
    private @Nullable ReportMeters observed;

    private volatile int connections;

    public Meters() {
        batchEvents = DistributionSummary.builder("headpond.batch.events")
                .description("Events in a batch when it is cut")
                .serviceLevelObjectives(BATCH_SIZES)
                .register(registry);
        Gauge.builder("headpond.connections", this, m -> m.connections)
                .description("Connected producers")
                .register(registry);
        Gauge.builder("headpond.direct.memory.bytes", PlatformDependent::usedDirectMemory)
                .description("Direct memory of network buffers; the ring is not in it")
                .register(registry);
        new JvmMemoryMetrics().bindTo(registry);
        new JvmGcMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
    }

    /// Begins to read counters and gauges from the shard's last report.
    public void observe(Supplier<LoadReport> report) {
        observed = new ReportMeters(registry, report);
    }

    @Override
    public void answered(int status, long nanos) {
        requests.computeIfAbsent(status, this::requestTimer).record(nanos, TimeUnit.NANOSECONDS);
    }

    private Timer requestTimer(int status) {
        return Timer.builder("headpond.request")
                .description("From a request's head to its answer")
                .tag("status", Integer.toString(status))
                .serviceLevelObjectives(LATENCIES)
                .register(registry);
    }

    @Override
    public void connections(int open) {
        connections = open;
    }

    @Override
    public void batchCut(int events, long payloadBytes) {
        batchEvents.record(events);
    }

    @Override
    public void sinkAnswered(long nanos, Outcome outcome) {
        answers.computeIfAbsent(outcome.getClass(), this::answerTimer).record(nanos, TimeUnit.NANOSECONDS);
    }

    private Timer answerTimer(Class<?> outcome) {
        return Timer.builder("headpond.sink.latency")
                .description("From the write of a batch to its outcome")
                .tag("outcome", outcome.getSimpleName().toLowerCase(java.util.Locale.ROOT))
                .serviceLevelObjectives(LATENCIES)
                .register(registry);
    }

    /// The text that Prometheus reads. Any thread.
    String scrape() {
        return registry.scrape();
    }
}
