package dev.headpond.operator.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headpond.operator.decide.ScalingState.Need;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StaircaseTest {
    private static final long WINDOW = 300_000;

    @Test
    void aNeedThatStaysTheSameChangesNothing() {
        var once = Staircase.HIGHEST.with(List.of(), 2, 2, 1_000, WINDOW);
        assertThat(Staircase.HIGHEST.with(once, 2, 2, 900_000, WINDOW))
                .isEqualTo(once)
                .containsExactly(new Need(2, 0));
    }

    @Test
    void thePresentPodsStandForTheTimeThatNobodySaw() {
        var first = Staircase.HIGHEST.with(List.of(), 1, 3, 1_000, WINDOW);
        assertThat(Staircase.HIGHEST.of(first, 0)).isEqualTo(3);
        var later = Staircase.HIGHEST.with(first, 1, 3, 1_000 + WINDOW, WINDOW);
        assertThat(Staircase.HIGHEST.of(later, 0)).isEqualTo(1);
    }

    @Test
    void itIsTheExtremeOfTheWindowAndStaysShort() {
        long seed = System.nanoTime();
        var random = new Random(seed);
        for (var staircase : Staircase.values()) {
            var all = new ArrayList<Integer>();
            List<Need> steps = List.of();
            for (int i = 0; i < 3_000; i++) {
                int need = 1 + random.nextInt(1 + random.nextInt(12));
                all.add(need);
                steps = staircase.with(steps, need, need, i * 5_000L, WINDOW);
                // A need ends when the next begins, so the one before the window's begin still counts.
                var within = all.subList(Math.max(0, all.size() - 61), all.size());
                int extreme = within.stream()
                        .reduce(staircase == Staircase.HIGHEST ? Integer::max : Integer::min)
                        .orElseThrow();
                assertThat(staircase.of(steps, 0))
                        .as("seed %d, sample %d", seed, i)
                        .isEqualTo(extreme);
                assertThat(steps).hasSizeLessThanOrEqualTo(Staircase.STEPS_MAX);
            }
        }
    }

    @Test
    void aLongListIsMergedTowardsTheExtreme() {
        List<Need> steps = List.of();
        for (int i = 0; i < 100; i++) {
            steps = Staircase.HIGHEST.with(steps, 1_000 - i, 1_000, i, WINDOW);
        }
        assertThat(steps).hasSize(Staircase.STEPS_MAX);
        assertThat(Staircase.HIGHEST.of(steps, 0)).isEqualTo(1_000);
    }
}
