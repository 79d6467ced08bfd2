package dev.headpond.playground.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headpond.playground.rollout.Rollout.Replica;
import io.fabric8.kubernetes.api.model.IntOrString;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RolloutTest {
    private static Replica current(String name, boolean ready) {
        return new Replica(name, true, ready);
    }

    private static Replica old(String name, boolean ready) {
        return new Replica(name, false, ready);
    }

    @Test
    void starts_all_pods_of_a_new_deployment_at_once() {
        var step = new Rollout(3, 1, 0).next(List.of(), 0);
        assertThat(step.create()).isEqualTo(3);
        assertThat(step.delete()).isEmpty();
    }

    @Test
    void does_not_ask_again_for_pods_that_are_coming() {
        assertThat(new Rollout(3, 1, 0).next(List.of(current("a", false)), 2).create())
                .isZero();
    }

    @Test
    void adds_one_beyond_the_desired_and_takes_no_old_one_before_it_is_ready() {
        var rollout = new Rollout(2, 1, 0);
        var before = List.of(old("a", true), old("b", true));
        assertThat(rollout.next(before, 0)).isEqualTo(new Rollout.Step(1, List.of()));
        var unready = List.of(old("a", true), old("b", true), current("c", false));
        assertThat(rollout.next(unready, 0)).isEqualTo(new Rollout.Step(0, List.of()));
        var ready = List.of(old("a", true), old("b", true), current("c", true));
        assertThat(rollout.next(ready, 0)).isEqualTo(new Rollout.Step(0, List.of(old("a", true))));
    }

    @Test
    void a_template_that_never_becomes_ready_stops_at_its_first_pod() {
        var pods = List.of(old("a", true), old("b", true), old("c", true), current("d", false));
        assertThat(new Rollout(3, 1, 0).next(pods, 0)).isEqualTo(new Rollout.Step(0, List.of()));
    }

    @Test
    void takes_broken_old_pods_before_ready_ones() {
        var pods = List.of(old("a", true), old("b", false), current("c", true));
        assertThat(new Rollout(2, 1, 0).next(pods, 0).delete()).containsExactly(old("b", false));
    }

    @Test
    void takes_surplus_pods_that_are_not_ready_first() {
        var pods = List.of(current("a", true), current("b", false), current("c", true));
        assertThat(new Rollout(2, 1, 0).next(pods, 0)).isEqualTo(new Rollout.Step(0, List.of(current("b", false))));
    }

    @Test
    void surge_and_unavailability_of_zero_still_move() {
        var pods = List.of(old("a", true), old("b", true));
        assertThat(new Rollout(2, 0, 0).next(pods, 0).delete()).hasSize(1);
    }

    @Test
    void rounds_surge_up_and_unavailability_down() {
        assertThat(Strategy.share(new IntOrString("25%"), 5, true)).isEqualTo(2);
        assertThat(Strategy.share(new IntOrString("25%"), 5, false)).isEqualTo(1);
        assertThat(Strategy.share(null, 1, true)).isEqualTo(1);
        assertThat(Strategy.share(new IntOrString(0), 5, true)).isZero();
    }

    /// Whatever the order in which pods become ready, crash and the desired number changes: the limits hold and the
    /// roll ends.
    @Test
    void any_roll_keeps_its_limits_and_ends() {
        long seed = System.nanoTime();
        var random = new Random(seed);
        for (int round = 0; round < 500; round++) {
            int desired = 1 + random.nextInt(5);
            int surge = random.nextInt(3);
            int unavailable = random.nextInt(3);
            var rollout = new Rollout(desired, surge, unavailable);
            var pods = new ArrayList<Replica>();
            for (int i = 0; i < desired; i++) pods.add(old("old-" + i, true));
            boolean done = false;
            for (int step = 0; step < 200 && !done; step++) {
                var next = rollout.next(pods, 0);
                pods.removeAll(next.delete());
                for (int i = 0; i < next.create(); i++) pods.add(current("new-" + step + "-" + i, false));
                assertThat(pods.size()).as("seed %d", seed).isLessThanOrEqualTo(desired + surge);
                assertThat(pods.stream().filter(Replica::ready).count())
                        .as("seed %d: %s", seed, rollout)
                        .isGreaterThanOrEqualTo(desired - rollout.maxUnavailable());
                if (!pods.isEmpty()) {
                    int which = random.nextInt(pods.size());
                    var pod = pods.get(which);
                    if (pod.current()) pods.set(which, current(pod.name(), true));
                }
                done = pods.size() == desired && pods.stream().allMatch(it -> it.current() && it.ready());
            }
            assertThat(done).as("seed %d: %s ends, has %s", seed, rollout, pods).isTrue();
        }
    }
}
