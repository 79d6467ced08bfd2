package dev.headpond.playground.kubelet;

import dev.headpond.playground.process.Launch;
import dev.headpond.playground.process.SupervisedProcess;
import io.fabric8.kubernetes.api.model.Container;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One container of a pod, over all its restarts. Owned by the kubelet's loop; nothing here waits.
final class ContainerRun {
    private static final Logger LOG = LoggerFactory.getLogger(ContainerRun.class);

    /// What the container is doing, in the three words of a containerStatus.
    sealed interface State {
        record Waiting(String reason, String message) implements State {}

        record Running(Instant since) implements State {}

        record Ended(int exitCode, Instant started, Instant finished) implements State {}
    }

    /// What it needs of its surroundings, made anew for each start.
    interface Starter {
        Launch launch(Container container) throws IOException, PodConfiguration.Missing;

        ContainerProbes probes(Container container);
    }

    private final Container container;
    private final String podName;
    private final Starter starter;
    private final RestartPolicy restartPolicy;
    private final InstantSource clock;
    private final Runnable changed;
    private final RestartBackoff backoff = new RestartBackoff();

    private State state = new State.Waiting("ContainerCreating", "");
    private State.@Nullable Ended last;
    private @Nullable SupervisedProcess process;
    private @Nullable ContainerProbes probes;
    private Instant notBefore = Instant.MIN;
    private Instant killAt = Instant.MAX;
    private int restarts;
    private boolean stopping;

    ContainerRun(
            Container container,
            String podName,
            Starter starter,
            RestartPolicy restartPolicy,
            InstantSource clock,
            Runnable changed) {
        this.container = container;
        this.podName = podName;
        this.starter = starter;
        this.restartPolicy = restartPolicy;
        this.clock = clock;
        this.changed = changed;
    }

    /// Does what is due: notices an end, starts, ends what its probes gave up, kills what did not end in time.
    void advance(Duration grace) {
        if (process != null && !process.isAlive()) ended(process);
        if (process == null
                && !stopping
                && state instanceof State.Waiting
                && !clock.instant().isBefore(notBefore)) start();
        if (probes != null && probes.failed() && killAt.equals(Instant.MAX)) {
            LOG.info("pod {}: {} does not answer its probe and is ended", podName, container.getName());
            endBy(grace);
        }
        if (process != null && clock.instant().isAfter(killAt)) process.kill();
    }

    private void start() {
        try {
            var started = SupervisedProcess.start(starter.launch(container));
            started.onExit(changed);
            process = started;
            probes = starter.probes(container);
            killAt = Instant.MAX;
            state = new State.Running(clock.instant());
            LOG.debug("pod {}: {} started", podName, container.getName());
        } catch (PodConfiguration.Missing e) {
            state = new State.Waiting("CreateContainerConfigError", String.valueOf(e.getMessage()));
        } catch (IOException e) {
            state = new State.Waiting("CreateContainerError", e.toString());
        }
    }

    private void ended(SupervisedProcess gone) {
        var now = clock.instant();
        var started = state instanceof State.Running running ? running.since() : now;
        var end = new State.Ended(gone.exitCode(), started, now);
        if (probes != null) probes.close();
        probes = null;
        process = null;
        if (stopping || !restartPolicy.restarts(end.exitCode())) {
            state = end;
            return;
        }
        last = end;
        restarts++;
        notBefore = now.plus(backoff.next(Duration.between(started, now)));
        state = new State.Waiting("CrashLoopBackOff", "ended with code " + end.exitCode() + ", starts again soon");
        LOG.info(
                "pod {}: {} ended with code {} and is started again (restart {}); its log is {}",
                podName,
                container.getName(),
                end.exitCode(),
                restarts,
                gone.log());
    }

    /// Asks it to end, once; after `grace` it is killed. It is not started again.
    void stop(Duration grace) {
        if (stopping) return;
        stopping = true;
        if (process == null && state instanceof State.Waiting) {
            var now = clock.instant();
            state = new State.Ended(0, now, now);
        }
        endBy(grace);
    }

    private void endBy(Duration grace) {
        if (process != null) process.terminate();
        killAt = clock.instant().plus(grace);
    }

    /// Shortens the time that is left, as `kubectl delete --force` and the kubelet's own end do.
    void killBy(Instant instant) {
        if (instant.isBefore(killAt)) killAt = instant;
    }

    boolean isOver() {
        return process == null && state instanceof State.Ended;
    }

    Container container() {
        return container;
    }

    State state() {
        return state;
    }

    Optional<State.Ended> lastEnd() {
        return Optional.ofNullable(last);
    }

    int restarts() {
        return restarts;
    }

    boolean started() {
        return probes != null && probes.started();
    }

    boolean ready() {
        return !stopping && process != null && process.isAlive() && probes != null && probes.ready();
    }

    Optional<Path> log() {
        return Optional.ofNullable(process).map(SupervisedProcess::log);
    }
}
