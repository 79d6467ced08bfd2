package dev.headpond.operator.decide;

import dev.headpond.operator.decide.ScalingState.Need;
import java.util.ArrayList;
import java.util.List;

/// The extreme of all needs within a stabilization window, kept as the few past needs that could still
/// be the extreme, oldest first, the present need last. While the need does not change, neither does the
/// list.
enum Staircase {
    HIGHEST(1),
    LOWEST(-1);

    /// Longest list; beyond it neighbours are merged towards the extreme, which only makes the answer
    /// more careful.
    static final int STEPS_MAX = 16;

    private final int sign;

    Staircase(int sign) {
        this.sign = sign;
    }

    /// @param steps the list so far; empty at first, when `replicas` stands for the time that nobody saw
    List<Need> with(List<Need> steps, int need, int replicas, long nowMillis, long windowMillis) {
        if (windowMillis == 0) {
            return List.of();
        }
        var kept = new ArrayList<Need>();
        for (var step : steps.isEmpty() ? List.of(new Need(replicas, 0)) : steps) {
            var closed = step.untilMillis() == 0 ? new Need(step.pods(), nowMillis) : step;
            if (closed.untilMillis() > nowMillis - windowMillis && sign * (closed.pods() - need) > 0) {
                kept.add(closed);
            }
        }
        kept.add(new Need(need, 0));
        while (kept.size() > STEPS_MAX) {
            var merged = new Need(kept.get(0).pods(), kept.get(1).untilMillis());
            kept.remove(0);
            kept.set(0, merged);
        }
        return kept;
    }

    /// The extreme; `otherwise` without a window.
    int of(List<Need> steps, int otherwise) {
        return steps.isEmpty() ? otherwise : steps.getFirst().pods();
    }
}
