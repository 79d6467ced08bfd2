package dev.headpond.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headpond.policy.LoadReport;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

/// Lives of a shard under failing sinks. Conservation, no event twice, none missing, order within a lane, intact
/// records, retries within the budget, producers told the truth.
///
/// More of them: `-Dheadpond.simulation.seeds=100000`; one again: `-Dheadpond.simulation.seed=42`.
class SimulationTest {
    private static final long SEEDS = Long.getLong("headpond.simulation.seeds", 1000);

    @Test
    void nothingIsLostOrStoredTwiceWhateverTheSinkDoes() {
        var one = Long.getLong("headpond.simulation.seed");
        if (one != null) {
            live(one);
            return;
        }
        var reports = new ArrayList<LoadReport>();
        for (long seed = 1; seed <= SEEDS; seed++) {
            reports.add(live(seed));
        }
        everythingHappened(reports);
    }

    /// Or the lives above were too quiet to mean anything.
    private static void everythingHappened(List<LoadReport> reports) {
        happened(reports, "rate-limited", report -> report.events().rateLimited());
        happened(reports, "over the mark", report -> report.events().overHighWater());
        happened(reports, "dead-lettered", report -> report.events().deadLettered());
        happened(reports, "lost", report -> report.events().lost().size());
        happened(
                reports,
                "repeated",
                report -> report.batches().attempts() - report.batches().firstAttempts());
        happened(reports, "failed in the end", report -> report.sink().reason().length());
    }

    private static void happened(List<LoadReport> reports, String what, ToLongFunction<LoadReport> count) {
        long lives =
                reports.stream().filter(report -> count.applyAsLong(report) > 0).count();
        assertThat(lives)
                .as("lives of " + reports.size() + " with events " + what)
                .isGreaterThan(reports.size() / 50);
    }

    private static LoadReport live(long seed) {
        try {
            return new Simulation(seed).run();
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError(
                    "seed " + seed + " (-Dheadpond.simulation.seed=" + seed + "): " + e.getMessage(), e);
        }
    }
}
