package dev.headpond.operator.decide;

import dev.headpond.policy.Policy;
import java.time.Duration;

/// How many pods a span of time needed, by what they may take and by what they can write.
final class Needs {
    /// Load that a bucket is planned for, so that noise finds room.
    static final double ADMISSION_FILL = 0.85;
    /// Load that lanes are planned for, so that a backlog can shrink.
    static final double DELIVERY_FILL = 0.7;
    /// A pod whose lanes are nearly idle says little of what it could write.
    private static final double BUSY_MIN = 0.05;

    private final Policy policy;
    private final Duration catchUp;

    Needs(Policy policy, Duration catchUp) {
        this.policy = policy;
        this.catchUp = catchUp;
    }

    int pods(Span span) {
        return Math.max(admission(span), delivery(span));
    }

    /// Pods whose buckets together have room for what was offered.
    int admission(Span span) {
        return pods(span.demand() / (policy.admission().eventsPerSecond() * ADMISSION_FILL));
    }

    /// Pods whose lanes together can write what was offered and a part of what waits. While nothing
    /// waits and batches are small, lanes are busy only because every event leaves at once: that says
    /// nothing of what they can do.
    int delivery(Span span) {
        if (!span.waiting() && !fullBatches(span)) {
            return 1;
        }
        double perPod = perBusyPod(span);
        if (perPod <= 0) {
            return Math.max(1, span.ready());
        }
        double backlog = span.depthEvents() / (double) catchUp.toSeconds();
        return pods((span.demand() / DELIVERY_FILL + backlog) / perPod);
    }

    /// Events a second that one pod delivers while it is busy all the time.
    double perBusyPod(Span span) {
        boolean asBusyAsCanBe = span.waiting() && span.growth() >= 0;
        double busy = asBusyAsCanBe ? 1 : Math.max(BUSY_MIN, span.laneUtilisation());
        return span.ready() == 0 ? 0 : span.delivered() / span.ready() / busy;
    }

    private boolean fullBatches(Span span) {
        double eventBytes = span.depthEventsMean() > 0 ? span.depthBytesMean() / span.depthEventsMean() : 0;
        return span.batchEvents() >= policy.batch().maxEvents() / 2.0
                || span.batchEvents() * eventBytes >= policy.batch().maxBytes() / 2.0;
    }

    private static int pods(double exact) {
        // An exact number of pods must not become one more by a rounding error.
        return (int) Math.clamp(Math.ceil(exact - 1e-9), 1, Integer.MAX_VALUE);
    }
}
