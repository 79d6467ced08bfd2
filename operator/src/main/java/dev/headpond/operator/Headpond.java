package dev.headpond.operator;

import dev.headpond.crds.IngestionBuffer;
import dev.headpond.operator.apply.Applier;
import dev.headpond.operator.apply.OwnedObjects;
import dev.headpond.operator.decide.Decider;
import dev.headpond.operator.decide.DeciderTimings;
import dev.headpond.operator.observe.LoadReader;
import dev.headpond.operator.observe.ReaderSettings;
import dev.headpond.operator.status.Events;
import dev.headpond.operator.status.StatusWriter;
import dev.headpond.operator.telemetry.ManagementServer;
import dev.headpond.operator.telemetry.OperatorMetrics;
import dev.headpond.operator.telemetry.Progress;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.config.ConfigurationServiceOverrider;
import io.javaoperatorsdk.operator.api.config.ControllerConfigurationOverrider;
import io.javaoperatorsdk.operator.processing.retry.GenericRetry;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A running operator, in this process or inside of another one. The constructor puts the parts together in the order
/// of the flow.
public final class Headpond implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Headpond.class);

    /// A watch that died in silence is noticed at the latest then.
    private static final Duration RESYNC = Duration.ofMinutes(2);
    private static final Duration RETRY_FIRST = Duration.ofSeconds(1);
    private static final Duration RETRY_CAP = Duration.ofMinutes(1);
    /// A pass takes milliseconds; over the cap of the retry delay.
    private static final Duration STUCK_AFTER = Duration.ofMinutes(3);
    /// How long a pass that is under way may go on when the operator stops.
    private static final Duration LAST_PASS_MAX = Duration.ofSeconds(20);

    private final OperatorMetrics metrics = new OperatorMetrics();
    private final Progress progress = new Progress(STUCK_AFTER, System::nanoTime);
    private final AtomicReference<@Nullable String> broken = new AtomicReference<>();
    private final Leadership leadership = new Leadership();
    private final LoadReader loads;
    private final Operator operator;
    private final ManagementServer management;
    private final boolean elected;
    private volatile boolean working;
    private volatile boolean closed;

    /// Starts an operator. Without leader election it works when this returns.
    ///
    /// @param client stays the caller's, who closes it after this
    /// @throws RuntimeException when it cannot work: no CRD, no permission, port taken
    public static Headpond start(OperatorSettings settings, KubernetesClient client) {
        return start(settings, client, () -> LOG.error("The lease is lost; nothing is reconciled any more"));
    }

    /// @param onUnable called when this process may not or cannot reconcile any longer, and should end
    public static Headpond start(OperatorSettings settings, KubernetesClient client, Runnable onUnable) {
        var pace = settings.pace();
        var timings = switch (pace) {
            case PRODUCTION -> DeciderTimings.PRODUCTION;
            case PLAYGROUND -> DeciderTimings.PLAYGROUND;
        };
        return start(settings, client, onUnable, timings, new Decider(timings)::decide);
    }

    static Headpond start(
            OperatorSettings settings, KubernetesClient client, Runnable onUnable, DeciderTimings timings, Rule rule) {
        var headpond = new Headpond(settings, client, timings, rule);
        try {
            headpond.begin(settings, client, onUnable);
            return headpond;
        } catch (RuntimeException e) {
            headpond.close();
            throw e;
        }
    }

    private Headpond(OperatorSettings settings, KubernetesClient client, DeciderTimings timings, Rule rule) {
        var clock = InstantSource.system();
        var namespaces = settings.watchNamespaces();
        var memories = new Memories();
        var trigger = new AtomicReference<@Nullable LoadTrigger>();
        loads = new LoadReader(
                readerSettings(settings.pace()),
                timings,
                clock,
                key -> Objects.requireNonNull(trigger.get()).sampled(key));
        var owned = new OwnedObjects(client, namespaces, metrics);
        var pods = new BufferPods(namespaces);
        var loadTrigger = new LoadTrigger(loads, pods, progress, memories);
        trigger.set(loadTrigger);
        var reporter = new Reporter(
                new StatusWriter(client, metrics), new Events(client, metrics, clock, Leadership.identity()), memories);
        var reconciler = new BufferReconciler(
                settings.runtimeImage(),
                owned,
                pods,
                loads,
                loadTrigger,
                memories,
                rule,
                reporter,
                metrics,
                progress,
                clock);
        operator = new Operator(overrides -> framework(overrides, client));
        operator.register(reconciler, overrides -> controller(overrides, settings));
        elected = settings.leaderElection();
        metrics.leader(this::leading);
        metrics.loadReads(loads::counts);
        management = new ManagementServer(
                new InetSocketAddress(settings.bindAddress(), settings.managementPort()),
                this::liveProblem,
                this::readyProblem,
                metrics::scrape);
    }

    private static ReaderSettings readerSettings(OperatorSettings.Pace pace) {
        return switch (pace) {
            case PRODUCTION -> ReaderSettings.PRODUCTION;
            case PLAYGROUND -> ReaderSettings.PLAYGROUND;
        };
    }

    private void framework(ConfigurationServiceOverrider overrides, KubernetesClient client) {
        overrides
                .withKubernetesClient(client)
                .withCloseClientOnStop(false)
                .withMetrics(metrics.ofFramework())
                .withReconciliationTerminationTimeout(LAST_PASS_MAX)
                .withInformerStoppedHandler((informer, e) -> informerStopped(e));
    }

    /// Generation awareness is replaced by a filter of our own, which also sees the pause.
    private static void controller(
            ControllerConfigurationOverrider<IngestionBuffer> overrides, OperatorSettings settings) {
        overrides
                .withName("ingestionbuffer")
                .withFieldManager(Applier.FIELD_MANAGER)
                .withGenerationAware(false)
                .withOnUpdateFilter(Changes::matter)
                .withReconciliationMaxInterval(RESYNC)
                .withRetry(new GenericRetry()
                        .setInitialInterval(RETRY_FIRST)
                        .setIntervalMultiplier(2)
                        .setMaxInterval(RETRY_CAP.toMillis())
                        .withoutMaxAttempts());
        if (settings.watchNamespaces().isEmpty()) {
            overrides.watchingAllNamespaces();
        } else {
            overrides.settingNamespaces(settings.watchNamespaces());
        }
    }

    private void begin(OperatorSettings settings, KubernetesClient client, Runnable onUnable) {
        if (!elected) {
            work();
            return;
        }
        leadership.campaign(
                client,
                settings.podNamespace(),
                Leadership.identity(),
                () -> {
                    try {
                        work();
                    } catch (RuntimeException e) {
                        broken.set("cannot start: " + e.getMessage());
                        onUnable.run();
                    }
                },
                onUnable);
    }

    private synchronized void work() {
        if (!closed) {
            operator.start();
            working = true;
        }
    }

    private void informerStopped(@Nullable Throwable cause) {
        if (!closed) {
            broken.set("a watch ended: " + cause);
        }
    }

    private boolean leading() {
        return elected ? leadership.leading() : working;
    }

    private Optional<String> liveProblem() {
        var reason = broken.get();
        return reason != null
                ? Optional.of(reason)
                : progress.stuck()
                        .map(buffer -> "no progress with " + buffer + " for " + STUCK_AFTER.toMinutes() + " min");
    }

    /// A process that waits for the lease is ready: it is there to take over.
    private Optional<String> readyProblem() {
        boolean atWork = working && operator.getRuntimeInfo().allEventSourcesAreHealthy();
        boolean waiting = elected && !leadership.leading();
        return atWork || waiting ? Optional.empty() : Optional.of("the caches are not filled yet");
    }

    /// Port of /livez, /readyz and /metrics.
    public int managementPort() {
        return management.port();
    }

    /// Ends the passes that are under way, then gives the lease back.
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            working = false;
        }
        operator.stop();
        leadership.close();
        loads.close();
        management.close();
        metrics.close();
    }
}
