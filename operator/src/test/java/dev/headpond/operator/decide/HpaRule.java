package dev.headpond.operator.decide;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// autoscaling/v2 with its defaults, on queue depth and rate-limited ratio: each metric asks for
/// ceil(pods × value / target), the largest wins, at most double or four more in 15 s, down by the
/// highest wish of 300 s.
final class HpaRule implements Rule {
    private static final double TOLERANCE = 0.1;

    private final int maxReplicas;
    private final double depthTarget = 50;
    private final double ratioTarget = 0.0012;
    private final List<Observation> seen = new ArrayList<>();
    private final Deque<long[]> wishes = new ArrayDeque<>();

    HpaRule(int maxReplicas) {
        this.maxReplicas = maxReplicas;
    }

    @Override
    public int decide(long second, int replicas, int ready, Observation observation) {
        seen.add(observation);
        if (seen.size() < 4 || second % 15 != 0) {
            return replicas;
        }
        var span = Span.between(seen, seen.size() - 4, seen.size() - 1);
        if (span.isEmpty() || span.get().answered() == 0) {
            return replicas;
        }
        int wish = Math.max(
                wish(ready, span.get().depthPercent() / depthTarget),
                wish(ready, span.get().rateLimitedRatio() / ratioTarget));
        wishes.addLast(new long[] {second, wish});
        while (wishes.getFirst()[0] <= second - 300) {
            wishes.removeFirst();
        }
        int stable = (int) wishes.stream().mapToLong(w -> w[1]).max().orElse(wish);
        int wanted =
                wish > replicas ? Math.min(wish, Math.max(2 * replicas, replicas + 4)) : Math.min(replicas, stable);
        return Math.clamp(wanted, 1, maxReplicas);
    }

    private static int wish(int pods, double usage) {
        return Math.abs(usage - 1) <= TOLERANCE ? pods : (int) Math.min(1_000, Math.ceil(pods * usage));
    }
}
