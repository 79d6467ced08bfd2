package dev.headpond.operator.decide;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

/// Our rule as the operator runs it: it may be asked twice, and its memory passes through status.
final class HeadpondRule implements Rule {
    private final Decider decider = new Decider(DeciderTimings.PRODUCTION);
    private final Policies policies;
    private Window window = Window.empty(DeciderTimings.PRODUCTION);
    private ScalingState state = ScalingState.NONE;
    final List<Decision> decisions = new ArrayList<>();
    int stateChanges;

    HeadpondRule(int maxReplicas) {
        policies = Policies.scaling("\"minReplicas\": 1, \"maxReplicas\": " + maxReplicas);
    }

    @Override
    public int decide(long second, int replicas, int ready, Observation observation) {
        window = window.with(observation);
        var workload = new Workload(second * 1_000, replicas, ready, false, false);
        var decision = decider.decide(policies.policy(), policies.scaling(), workload, window, state);
        if (decision.replicas() == replicas) {
            var again = decider.decide(policies.policy(), policies.scaling(), workload, window, decision.next());
            assertThat(again.next()).as("asked twice").isEqualTo(decision.next());
            assertThat(again.replicas()).as("asked twice").isEqualTo(replicas);
        }
        stateChanges += decision.next().equals(state) ? 0 : 1;
        state = decision.next();
        decisions.add(decision);
        return decision.replicas();
    }

    @Override
    public void newLeader() {
        state = ScalingStateText.read(ScalingStateText.write(state));
        window = Window.empty(DeciderTimings.PRODUCTION);
    }

    Decision last() {
        return decisions.getLast();
    }
}
