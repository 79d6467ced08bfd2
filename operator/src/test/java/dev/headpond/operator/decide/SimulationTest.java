package dev.headpond.operator.decide;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SimulationTest {
    private static final long SEED = Long.getLong("headpond.seed", 20_261_130L);

    static Stream<Scenario> scenarios() {
        return Scenario.all().stream();
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void ourRuleKeepsItsPromises(Scenario scenario) {
        var rule = new HeadpondRule(scenario.maxReplicas());
        var ours = new Simulation(scenario, rule, SEED).run();
        var hpa = new Simulation(scenario, new HpaRule(scenario.maxReplicas()), SEED).run();
        System.out.println("seed " + SEED + "\n" + ours.row("headpond") + "\n" + hpa.row("hpa") + "\n" + ours.changes()
                + " state changes " + rule.stateChanges + " " + rule.last().reason());
    }
}
