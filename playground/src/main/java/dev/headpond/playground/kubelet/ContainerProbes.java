package dev.headpond.playground.kubelet;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Probe;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The probes of one run of a container: startup first, then liveness and readiness beside each other. Each of the two
/// has a virtual thread; what they find is read by the kubelet's loop.
final class ContainerProbes implements AutoCloseable {
    private static final int PERIOD_SECONDS_DEFAULT = 10;
    private static final int FAILURE_THRESHOLD_DEFAULT = 3;
    /// Until a container is ready it is asked often: people wait for it.
    private static final long WAITING_PERIOD_MILLIS = 100;

    private final ProbeCheck check;
    private final Runnable changed;
    private final List<Thread> threads;
    private volatile boolean started;
    private volatile boolean ready;
    private volatile boolean failed;

    ContainerProbes(Container container, ProbeCheck check, Runnable changed) {
        this.check = check;
        this.changed = changed;
        var startup = known(container.getStartupProbe());
        var liveness = known(container.getLivenessProbe());
        var readiness = known(container.getReadinessProbe());
        this.started = startup.isEmpty();
        this.ready = started && readiness.isEmpty();
        this.threads = List.of(
                thread("liveness-" + container.getName(), () -> {
                    if (startup.isPresent()) awaitStart(startup.get(), readiness.isEmpty());
                    if (liveness.isPresent()) watchLife(liveness.get());
                }),
                thread("readiness-" + container.getName(), () -> {
                    if (readiness.isPresent()) watchReadiness(readiness.get());
                }));
    }

    private static Optional<Probe> known(@Nullable Probe probe) {
        return Optional.ofNullable(probe).filter(ProbeCheck::knows);
    }

    /// Whether the startup probe has passed, if there is one.
    boolean started() {
        return started;
    }

    boolean ready() {
        return ready;
    }

    /// Whether the container has to be ended: its startup or liveness probe gave up.
    boolean failed() {
        return failed;
    }

    private interface Watch {
        void run() throws InterruptedException;
    }

    private static Thread thread(String name, Watch watch) {
        return Thread.ofVirtual().name(name).start(() -> {
            try {
                watch.run();
            } catch (InterruptedException _) {
                // closed: the container has ended
            }
        });
    }

    private void awaitStart(Probe probe, boolean readyThen) throws InterruptedException {
        var failures = new ProbeTally(1, failureThreshold(probe), true);
        Thread.sleep(initialDelayMillis(probe));
        while (!check.passes(probe)) {
            if (!failures.add(false)) giveUp();
            Thread.sleep(periodMillis(probe));
        }
        started = true;
        if (readyThen) ready = true;
        changed.run();
    }

    private void watchLife(Probe probe) throws InterruptedException {
        var tally = new ProbeTally(1, failureThreshold(probe), true);
        Thread.sleep(initialDelayMillis(probe));
        while (tally.add(check.passes(probe))) Thread.sleep(periodMillis(probe));
        giveUp();
    }

    private void giveUp() throws InterruptedException {
        failed = true;
        changed.run();
        Thread.sleep(Long.MAX_VALUE); // until the kubelet has ended the container
    }

    private void watchReadiness(Probe probe) throws InterruptedException {
        while (!started) Thread.sleep(WAITING_PERIOD_MILLIS);
        Thread.sleep(initialDelayMillis(probe));
        int successes = Optional.ofNullable(probe.getSuccessThreshold()).orElse(1);
        var tally = new ProbeTally(successes, failureThreshold(probe), false);
        while (true) {
            set(tally.add(check.passes(probe)));
            Thread.sleep(ready ? periodMillis(probe) : Math.min(WAITING_PERIOD_MILLIS, periodMillis(probe)));
        }
    }

    private void set(boolean verdict) {
        if (ready == verdict) return;
        ready = verdict;
        changed.run();
    }

    private static int failureThreshold(Probe probe) {
        return Optional.ofNullable(probe.getFailureThreshold()).orElse(FAILURE_THRESHOLD_DEFAULT);
    }

    private static long periodMillis(Probe probe) {
        return 1_000L * Optional.ofNullable(probe.getPeriodSeconds()).orElse(PERIOD_SECONDS_DEFAULT);
    }

    private static long initialDelayMillis(Probe probe) {
        return 1_000L * Optional.ofNullable(probe.getInitialDelaySeconds()).orElse(0);
    }

    @Override
    public void close() {
        threads.forEach(Thread::interrupt);
    }
}
