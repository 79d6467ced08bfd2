package dev.headpond.operator;

import com.fasterxml.jackson.databind.JsonNode;
import dev.headpond.crds.IngestionBuffer;
import dev.headpond.operator.Memories.Memory;
import dev.headpond.operator.apply.Applied;
import dev.headpond.operator.apply.Applier;
import dev.headpond.operator.apply.OwnedObjects;
import dev.headpond.operator.decide.Decision;
import dev.headpond.operator.decide.Window;
import dev.headpond.operator.decide.Workload;
import dev.headpond.operator.desired.DesiredState;
import dev.headpond.operator.observe.LoadReader;
import dev.headpond.operator.resource.Declaration;
import dev.headpond.operator.resource.SpecReader;
import dev.headpond.operator.status.Facts;
import dev.headpond.operator.telemetry.OperatorMetrics;
import dev.headpond.operator.telemetry.Progress;
import dev.headpond.policy.LoadReport;
import dev.headpond.policy.Reading;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One pass over one buffer, and the flow of the whole operator:
/// read the spec → observe the pods → decide → make the desired objects → apply them → say so in status.
///
/// Passes of one buffer never overlap, and a pass never waits for a pod: loads are read elsewhere, and only the latest
/// window is looked at here.
final class BufferReconciler implements Reconciler<IngestionBuffer> {
    private final String runtimeImage;
    private final OwnedObjects owned;
    private final BufferPods pods;
    private final LoadReader loads;
    private final LoadTrigger trigger;
    private final Memories memories;
    private final Rule rule;
    private final Applier applier = new Applier();
    private final Reporter reporter;
    private final OperatorMetrics metrics;
    private final Progress progress;
    private final InstantSource clock;

    BufferReconciler(
            String runtimeImage,
            OwnedObjects owned,
            BufferPods pods,
            LoadReader loads,
            LoadTrigger trigger,
            Memories memories,
            Rule rule,
            Reporter reporter,
            OperatorMetrics metrics,
            Progress progress,
            InstantSource clock) {
        this.runtimeImage = runtimeImage;
        this.owned = owned;
        this.pods = pods;
        this.loads = loads;
        this.trigger = trigger;
        this.memories = memories;
        this.rule = rule;
        this.reporter = reporter;
        this.metrics = metrics;
        this.progress = progress;
        this.clock = clock;
    }

    @Override
    public List<EventSource<?, IngestionBuffer>> prepareEventSources(EventSourceContext<IngestionBuffer> context) {
        var sources = new ArrayList<>(owned.eventSources(context));
        sources.add(pods.eventSource(context));
        sources.add(trigger);
        return sources;
    }

    @Override
    public UpdateControl<IngestionBuffer> reconcile(IngestionBuffer buffer, Context<IngestionBuffer> context) {
        var key = LoadTrigger.key(buffer);
        progress.began(key);
        try {
            return next(pass(buffer, memories.of(buffer, clock.millis())));
        } finally {
            progress.ended(key);
        }
    }

    private static UpdateControl<IngestionBuffer> next(Optional<Duration> again) {
        var control = UpdateControl.<IngestionBuffer>noUpdate();
        again.ifPresent(control::rescheduleAfter);
        return control;
    }

    /// @return when a pass is needed although nothing happens
    private Optional<Duration> pass(IngestionBuffer buffer, Memory memory) {
        var reading = SpecReader.read(buffer);
        var declared = switch (reading) {
            case Reading.Valid<Declaration>(var declaration) -> Optional.of(declaration);
            case Reading.Invalid<Declaration> _ ->
                LastGood.of(buffer, memory.status().effective());
        };
        var problems = switch (reading) {
            case Reading.Valid<Declaration> _ -> Optional.<String>empty();
            case Reading.Invalid<Declaration> invalid -> Optional.of(invalid.line());
        };
        return declared.map(declaration -> run(buffer, memory, declaration, problems))
                .orElseGet(() -> reporter.report(buffer, memory, nothingRuns(buffer, problems)));
    }

    private Facts nothingRuns(IngestionBuffer buffer, Optional<String> problems) {
        return new Facts(
                generation(buffer),
                clock.millis(),
                problems,
                Optional.empty(),
                Facts.Pods.NONE,
                List.of(),
                Optional.empty(),
                Optional.empty(),
                List.of());
    }

    private Optional<Duration> run(
            IngestionBuffer buffer, Memory memory, Declaration declaration, Optional<String> problems) {
        var workload = owned.workload(buffer);
        var seen = seen(workload);
        var window = loads.window(LoadTrigger.key(buffer));
        int present = Replicas.present(declaration.scaling(), memory.replicas(), asked(workload));
        var decision = decide(declaration, memory, present, seen, window);
        int replicas = Replicas.next(declaration, present, decision);
        var decided = memory.decided(replicas, decision.next());
        memories.keep(buffer, decided);

        var desired = DesiredState.of(declaration, replicas, runtimeImage);
        var inForce = new Facts.InForce(
                desired.selector(),
                desired.endpoint(),
                desired.policyHash(),
                effective(buffer, memory, declaration, problems));
        var scaling = new Facts.Scaling(replicas, declaration.scaling().mode(), declaration.paused(), decision);
        try {
            var applied = applier.apply(owned.of(buffer), desired.objects(), stillNeeded(buffer, seen));
            return reporter.report(
                    buffer,
                    decided,
                    facts(buffer, problems, inForce, seen, applied, Optional.empty(), scaling, window));
        } catch (KubernetesClientException e) {
            var failure = Optional.of(message(e));
            reporter.report(
                    buffer, decided, facts(buffer, problems, inForce, seen, Applied.NOTHING, failure, scaling, window));
            throw e;
        }
    }

    private static JsonNode effective(
            IngestionBuffer buffer, Memory memory, Declaration declaration, Optional<String> problems) {
        var last = memory.status().effective();
        return problems.isEmpty() || last == null ? LastGood.effective(buffer, declaration) : last;
    }

    private Decision decide(Declaration declaration, Memory memory, int present, Facts.Pods seen, Window window) {
        var decision = rule.decide(
                declaration.policy(),
                declaration.scaling(),
                new Workload(clock.millis(), present, seen.ready(), seen.rollingOut(), declaration.paused()),
                window,
                memory.scaling());
        metrics.decided(decision.diagnosis());
        return decision;
    }

    private static OptionalInt asked(Optional<Deployment> workload) {
        var replicas = workload.map(w -> w.getSpec().getReplicas()).orElse(null);
        return replicas == null ? OptionalInt.empty() : OptionalInt.of(replicas);
    }

    private static Facts.Pods seen(Optional<Deployment> workload) {
        return workload.map(Deployment::getStatus)
                .map(status -> {
                    int existing = zeroIfNull(status.getReplicas());
                    return new Facts.Pods(
                            existing,
                            zeroIfNull(status.getReadyReplicas()),
                            existing > zeroIfNull(status.getUpdatedReplicas()));
                })
                .orElse(Facts.Pods.NONE);
    }

    private static int zeroIfNull(@Nullable Integer value) {
        return value == null ? 0 : value;
    }

    /// An old policy stays while a pod has it mounted or a roll is under way: a pod of the old template may have to be
    /// made again, and cannot start without it.
    private Predicate<HasMetadata> stillNeeded(IngestionBuffer buffer, Facts.Pods seen) {
        var mounted = pods.mountedConfigMaps(buffer);
        return object -> object instanceof ConfigMap
                && (seen.rollingOut() || mounted.contains(object.getMetadata().getName()));
    }

    private Facts facts(
            IngestionBuffer buffer,
            Optional<String> problems,
            Facts.InForce inForce,
            Facts.Pods seen,
            Applied applied,
            Optional<String> failure,
            Facts.Scaling scaling,
            Window window) {
        return new Facts(
                generation(buffer),
                clock.millis(),
                problems,
                Optional.of(inForce),
                seen,
                applied.foreign(),
                failure,
                Optional.of(scaling),
                sinks(window));
    }

    private static List<LoadReport.SinkView> sinks(Window window) {
        return window.newest().stream()
                .flatMap(observation -> observation.pods().stream())
                .flatMap(pod -> pod.load().stream())
                .map(LoadReport::sink)
                .toList();
    }

    private static long generation(IngestionBuffer buffer) {
        var generation = buffer.getMetadata().getGeneration();
        return generation == null ? 0 : generation;
    }

    /// The server's own words; the client's contain the address and are different from time to time.
    private static String message(KubernetesClientException e) {
        return Stream.ofNullable(e.getStatus())
                .map(io.fabric8.kubernetes.api.model.Status::getMessage)
                .filter(message -> message != null && !message.isBlank())
                .findFirst()
                .orElse("The API server did not take an object: " + e.getClass().getSimpleName() + " " + e.getCode());
    }
}
