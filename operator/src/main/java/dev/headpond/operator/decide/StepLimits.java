package dev.headpond.operator.decide;

import dev.headpond.operator.decide.ScalingState.Change;
import dev.headpond.policy.Policy;
import dev.headpond.policy.ScalingPolicy;
import dev.headpond.policy.ScalingPolicy.Direction;
import dev.headpond.policy.ScalingPolicy.Direction.Select;
import dev.headpond.policy.ScalingPolicy.Rate;
import java.util.List;
import java.util.function.ToIntFunction;

/// Bounds and `behavior`, applied last. The words of `behavior` mean what they mean in autoscaling/v2.
final class StepLimits {
    static final int STEP_UP_MIN = 4;

    private final Policy policy;
    private final ScalingPolicy scaling;
    private final int replicas;
    private final long nowMillis;
    private final ScalingState state;

    StepLimits(Policy policy, ScalingPolicy scaling, int replicas, long nowMillis, ScalingState state) {
        this.policy = policy;
        this.scaling = scaling;
        this.replicas = replicas;
        this.nowMillis = nowMillis;
        this.state = state;
    }

    /// Most pods whose buckets together keep under `sink.maxEventsPerSecond`.
    static int sinkLimit(Policy policy) {
        var limit = policy.sink().maxEventsPerSecond();
        return limit.isEmpty()
                ? Integer.MAX_VALUE
                : Math.clamp(limit.getAsLong() / policy.admission().eventsPerSecond(), 1, Integer.MAX_VALUE);
    }

    /// The verdict with the number of pods that bounds and behaviour leave of it.
    Verdict apply(Verdict verdict) {
        var stepped = verdict.wanted() > replicas ? up(verdict) : verdict.wanted() < replicas ? down(verdict) : verdict;
        int most = Math.min(scaling.maxReplicas(), sinkLimit(policy));
        int bounded = Math.min(Math.max(stepped.wanted(), scaling.minReplicas()), most);
        return bounded == stepped.wanted() ? stepped : bounded(stepped, bounded);
    }

    private Verdict bounded(Verdict verdict, int pods) {
        if (verdict.wanted() > pods && pods == replicas) {
            boolean bySink = sinkLimit(policy) <= scaling.maxReplicas();
            return limited(
                    verdict,
                    pods,
                    bySink ? "AtSinkRate" : "AtMaximum",
                    bySink ? "sink.maxEventsPerSecond allows no more" : "scaling.maxReplicas is reached");
        }
        boolean outside = pods > verdict.wanted() ? replicas < pods : replicas > pods;
        return outside
                ? limited(verdict, pods, "OutOfBounds", "the bounds ask for " + Words.pods(pods))
                : verdict.wanting(pods);
    }

    private Verdict up(Verdict verdict) {
        int most = Math.max(2 * replicas, replicas + STEP_UP_MIN);
        int stable = Math.max(replicas, Staircase.LOWEST.of(state.troughs(), Integer.MAX_VALUE));
        int allowed = Math.max(replicas, allowed(scaling.behavior().scaleUp(), this::upLimit, true));
        int pods = Math.min(Math.min(verdict.wanted(), most), Math.min(stable, allowed));
        return pods == replicas ? byBehavior(verdict, "scaleUp") : verdict.wanting(pods);
    }

    private Verdict down(Verdict verdict) {
        int allowed = Math.min(replicas, allowed(scaling.behavior().scaleDown(), this::downLimit, false));
        int pods = Math.max(verdict.wanted(), allowed);
        return pods == replicas ? byBehavior(verdict, "scaleDown") : verdict.wanting(pods);
    }

    private Verdict byBehavior(Verdict verdict, String direction) {
        return limited(verdict, replicas, "HeldByBehavior", "scaling.behavior." + direction + " allows no step now");
    }

    private static Verdict limited(Verdict verdict, int pods, String reason, String why) {
        return new Verdict(verdict.diagnosis(), reason, verdict.message() + "; " + why, pods);
    }

    private int allowed(Direction direction, ToIntFunction<Rate> limit, boolean up) {
        if (direction.selectPolicy() == Select.Disabled) {
            return replicas;
        }
        var limits = direction.policies().stream().mapToInt(limit);
        boolean highest = up == (direction.selectPolicy() == Select.Max);
        return (highest ? limits.max() : limits.min()).orElse(up ? Integer.MAX_VALUE : 1);
    }

    private int upLimit(Rate rate) {
        int start = atPeriodStart(rate);
        return switch (rate.type()) {
            case Pods -> start + rate.value();
            case Percent -> (int) Math.ceil(start * (1 + rate.value() / 100.0));
        };
    }

    private int downLimit(Rate rate) {
        int start = atPeriodStart(rate);
        return switch (rate.type()) {
            case Pods -> start - rate.value();
            case Percent -> (int) Math.floor(start * (1 - rate.value() / 100.0));
        };
    }

    private int atPeriodStart(Rate rate) {
        long begin = nowMillis - rate.period().toMillis();
        return replicas
                - state.changes().stream()
                        .filter(change -> change.atMillis() > begin)
                        .mapToInt(Change::delta)
                        .sum();
    }

    /// The changes that a period of `behavior` can still ask for.
    List<Change> recentChanges() {
        var behavior = scaling.behavior();
        long longest = Math.max(longest(behavior.scaleUp()), longest(behavior.scaleDown()));
        return state.changes().stream()
                .filter(change -> change.atMillis() > nowMillis - longest)
                .toList();
    }

    private static long longest(Direction direction) {
        return direction.policies().stream()
                .mapToLong(rate -> rate.period().toMillis())
                .max()
                .orElse(0);
    }
}
