package dev.headpond.operator.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headpond.operator.decide.ScalingState.Change;
import dev.headpond.operator.decide.ScalingState.Need;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StepLimitsTest {
    private static final long NOW = 10_000_000;
    private static final String POLICIES = """
            "policies": [{"type": "Pods", "value": 2, "periodSeconds": 60},
                         {"type": "Percent", "value": 50, "periodSeconds": 120}]""";

    private static ScalingState state(List<Change> changes, List<Need> peaks, List<Need> troughs) {
        var none = ScalingState.NONE;
        return new ScalingState(
                "",
                0,
                0,
                false,
                0,
                none.baseline(),
                none.ceiling(),
                none.judgement(),
                peaks,
                troughs,
                changes,
                List.of());
    }

    private static Verdict apply(Policies p, int replicas, int wanted, ScalingState state) {
        return new StepLimits(p.policy(), p.scaling(), replicas, NOW, state)
                .apply(new Verdict(Diagnosis.InBand, "Test", "test", wanted));
    }

    private static Policies behavior(String direction, String rules) {
        return Policies.scaling("\"maxReplicas\": 100, \"behavior\": {\"%s\": {%s}}".formatted(direction, rules));
    }

    @ParameterizedTest
    @CsvSource({
        "Max, 10, 100, 15", // half of 10
        "Min, 10, 100, 12", // two pods
        "Max, 2, 100, 4",
        "Min, 3, 100, 5", // half of 3, rounded up to 5; two pods make 5 as well
        "Disabled, 10, 100, 10"
    })
    void policiesLimitAStepUp(String select, int replicas, int wanted, int expected) {
        var p = behavior("scaleUp", "\"selectPolicy\": \"" + select + "\", " + POLICIES);
        assertThat(apply(p, replicas, wanted, ScalingState.NONE).wanted()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"Max, 10, 1, 5", "Min, 10, 1, 8", "Max, 3, 1, 1", "Disabled, 10, 1, 10"})
    void policiesLimitAStepDown(String select, int replicas, int wanted, int expected) {
        var p = behavior("scaleDown", "\"selectPolicy\": \"" + select + "\", " + POLICIES);
        assertThat(apply(p, replicas, wanted, ScalingState.NONE).wanted()).isEqualTo(expected);
    }

    @Test
    void whatWasAddedWithinThePeriodCounts() {
        var p = behavior("scaleUp", "\"policies\": [{\"type\": \"Pods\", \"value\": 3, \"periodSeconds\": 60}]");
        var recent = List.of(new Change(NOW - 10_000, 2), new Change(NOW - 60_000, 5));
        assertThat(apply(p, 9, 20, state(recent, List.of(), List.of())).wanted())
                .isEqualTo(10);
        var full = List.of(new Change(NOW - 10_000, 3));
        var held = apply(p, 9, 20, state(full, List.of(), List.of()));
        assertThat(held.wanted()).isEqualTo(9);
        assertThat(held.reason()).isEqualTo("HeldByBehavior");
    }

    @Test
    void aWindowForStepsUpTakesTheLowestNeedInIt() {
        var p = behavior("scaleUp", "\"stabilizationWindowSeconds\": 60");
        var troughs = List.of(new Need(4, NOW - 1_000), new Need(9, 0));
        assertThat(apply(p, 3, 9, state(List.of(), List.of(), troughs)).wanted())
                .isEqualTo(4);
    }

    @Test
    void changesThatNoPeriodCanAskForAreForgotten() {
        var p = behavior("scaleUp", POLICIES);
        var changes = List.of(new Change(NOW - 119_999, 1), new Change(NOW - 120_000, 1));
        var limits = new StepLimits(p.policy(), p.scaling(), 3, NOW, state(changes, List.of(), List.of()));
        assertThat(limits.recentChanges()).containsExactly(changes.getFirst());
    }

    @Test
    void whateverIsWantedTheBoundsHold() {
        long seed = System.nanoTime();
        var random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            int min = 1 + random.nextInt(20);
            int max = min + random.nextInt(20);
            long rate = 12_000L * max + random.nextInt(50_000);
            var p = Policies.of(
                    "\"minReplicas\": %d, \"maxReplicas\": %d, \"behavior\": {\"scaleUp\": {%s}}"
                            .formatted(min, max, random.nextBoolean() ? POLICIES : ""),
                    "\"maxEventsPerSecond\": " + rate + ",");
            int replicas = 1 + random.nextInt(45);
            int wanted = 1 + random.nextInt(200);
            var changes = List.of(new Change(NOW - random.nextInt(200_000), random.nextInt(9) - 4));
            int pods = apply(p, replicas, wanted, state(changes, List.of(), List.of()))
                    .wanted();
            var what = "seed %d, min %d, max %d, replicas %d, wanted %d".formatted(seed, min, max, replicas, wanted);
            assertThat(pods).as(what).isBetween(min, max);
            assertThat(pods * 12_000L).as(what).isLessThanOrEqualTo(rate);
            if (replicas >= min) {
                assertThat(pods).as(what).isLessThanOrEqualTo(Math.max(2 * replicas, replicas + 4));
            }
        }
    }
}
