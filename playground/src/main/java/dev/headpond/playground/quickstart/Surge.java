package dev.headpond.playground.quickstart;

import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;

/// Drives more events than one pod admits, until the operator has scaled out and little is refused any more; then stops
/// and waits until all is delivered.
final class Surge {
    private static final int PODS_WANTED = 3;
    private static final int SCALE_OUT_SECONDS_MAX = 60;
    private static final int DELIVERY_SECONDS_MAX = 20;
    /// The scale-out has worked when over this many seconds less than this share was refused: the buffer's own target.
    private static final int CALM_SECONDS = 4;

    private static final double CALM_RATIO = 0.0012;
    private static final double STILL_SECONDS = 1.5;

    private final Console console;
    private final Buffer buffer;
    private final PodLoads pods;
    private final InetSocketAddress endpoint;
    private final List<Outcome.Replicas> replicas = new ArrayList<>();
    private final Deque<Totals> window = new ArrayDeque<>();
    private double ratioBefore;
    private double ratioNow;

    Surge(Console console, Buffer buffer, PodLoads pods, InetSocketAddress endpoint) {
        this.console = console;
        this.buffer = buffer;
        this.pods = pods;
        this.endpoint = endpoint;
    }

    /// @param direct events that were accepted before
    Outcome run(int eventsPerSecond, int direct, SinkReader sink) throws Failure, InterruptedException {
        observe();
        console.say("driving %s events/s at one pod that admits 12 000".formatted(Outcome.number(eventsPerSecond)));
        Load.Counts counts;
        double ratioAfter;
        try (var load = Load.start(endpoint, eventsPerSecond)) {
            driveUntilCalm();
            ratioAfter = ratioNow;
            load.stop();
            counts = load.counts();
        }
        console.say("load stopped; waiting until everything is delivered");
        awaitDelivery();
        return new Outcome(
                pods.reports(), sink.length(), direct, counts, List.copyOf(replicas), ratioBefore, ratioAfter);
    }

    private void driveUntilCalm() throws Failure, InterruptedException {
        double deadline = console.seconds() + SCALE_OUT_SECONDS_MAX;
        while (!isCalm()) {
            if (console.seconds() > deadline)
                throw new Failure("after " + SCALE_OUT_SECONDS_MAX + " s there are "
                        + window.getLast().readyPods() + " ready pods and " + Outcome.percent(ratioNow)
                        + " of the events are refused; the operator says: " + buffer.diagnosis());
            var before = window.getLast();
            Thread.sleep(1_000);
            show(before, observe());
        }
        console.say("scaled out to %d pods, refused over the last %d s: %s"
                .formatted(PODS_WANTED, CALM_SECONDS, Outcome.percent(ratioNow)));
    }

    /// Looks at the pods once, and keeps the last seconds.
    private Totals observe() throws InterruptedException {
        var now = pods.read();
        if (!window.isEmpty() && window.getLast().readyPods() != now.readyPods()) window.clear();
        window.addLast(now);
        if (window.size() > CALM_SECONDS + 1) window.removeFirst();
        if (replicas.isEmpty() || replicas.getLast().ready() != now.readyPods())
            replicas.add(new Outcome.Replicas(console.seconds(), now.readyPods()));
        double ratio = now.rateLimitedRatioSince(window.getFirst());
        if (now.readyPods() < PODS_WANTED) ratioBefore = Math.max(ratioBefore, ratio);
        ratioNow = ratio;
        return now;
    }

    private boolean isCalm() {
        return window.size() > CALM_SECONDS && window.getLast().readyPods() >= PODS_WANTED && ratioNow <= CALM_RATIO;
    }

    private void show(Totals before, Totals now) {
        console.say(
                "  pods %d   offered %6.0f/s   accepted %6.0f/s   delivered %6.0f/s   depth %s   refused %5.1f %%   %s"
                        .formatted(
                                now.readyPods(),
                                now.perSecondSince(before, now.offered(), before.offered()),
                                now.perSecondSince(before, now.accepted(), before.accepted()),
                                now.perSecondSince(before, now.delivered(), before.delivered()),
                                Outcome.number(now.depth()),
                                100 * now.rateLimitedRatioSince(before),
                                Objects.requireNonNullElse(buffer.diagnosis(), "")));
    }

    /// Pods publish their figures a few times a second: they are final when nothing waits and nothing has moved for a
    /// while.
    private void awaitDelivery() throws Failure, InterruptedException {
        double deadline = console.seconds() + DELIVERY_SECONDS_MAX;
        var last = observe();
        double still = 0;
        while (still < STILL_SECONDS) {
            if (console.seconds() > deadline)
                throw new Failure(last.depth() + " events are still not delivered; " + buffer.complaints());
            Thread.sleep(200);
            var now = observe();
            boolean moved = now.depth() > 0 || now.accepted() != last.accepted() || now.delivered() != last.delivered();
            still = moved ? 0 : still + now.atSeconds() - last.atSeconds();
            last = now;
        }
    }
}
