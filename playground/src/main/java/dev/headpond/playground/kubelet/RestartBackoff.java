package dev.headpond.playground.kubelet;

import java.time.Duration;

/// How long a container that ended waits before it is started again: doubling, and back to the start after it has run
/// well for a while. Shorter than Kubernetes' 10 s to 5 min, since people wait for a playground.
final class RestartBackoff {
    private static final Duration FIRST = Duration.ofMillis(250);
    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final Duration RAN_WELL = Duration.ofSeconds(60);
    private static final int DOUBLINGS_MAX = 7;

    private int inARow;

    Duration next(Duration ran) {
        if (ran.compareTo(RAN_WELL) >= 0) inARow = 0;
        var delay = FIRST.multipliedBy(1L << Math.min(inARow++, DOUBLINGS_MAX));
        return delay.compareTo(LONGEST) < 0 ? delay : LONGEST;
    }
}
