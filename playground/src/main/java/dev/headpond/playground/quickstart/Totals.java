package dev.headpond.playground.quickstart;

import dev.headpond.policy.LoadReport;
import java.util.Collection;

/// What a buffer's pods have counted so far, summed.
///
/// @param atSeconds when, on some monotonic clock
/// @param readyPods pods that take events
/// @param refused by the token bucket
/// @param depth events that wait
/// @param lost for whatever reason
record Totals(
        double atSeconds,
        int readyPods,
        long offered,
        long accepted,
        long refused,
        long delivered,
        long deadLettered,
        long lost,
        long depth) {
    static Totals of(double atSeconds, int readyPods, Collection<LoadReport> reports) {
        var sum = new Totals(atSeconds, readyPods, 0, 0, 0, 0, 0, 0, 0);
        for (var report : reports) sum = sum.plus(report);
        return sum;
    }

    private Totals plus(LoadReport report) {
        var events = report.events();
        return new Totals(
                atSeconds,
                readyPods,
                offered + events.offered(),
                accepted + events.accepted(),
                refused + events.rateLimited(),
                delivered + events.delivered(),
                deadLettered + events.deadLettered(),
                lost + lost(report),
                depth + report.depth().events());
    }

    static long lost(LoadReport report) {
        return report.events().lost().values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    /// Whether a process can account for every event that it took.
    static boolean isConserved(LoadReport report) {
        var events = report.events();
        return events.accepted()
                == events.delivered()
                        + events.deadLettered()
                        + lost(report)
                        + report.depth().events();
    }

    /// Share of the offered events that the token buckets refused since `earlier`; 0 where none were offered.
    double rateLimitedRatioSince(Totals earlier) {
        long since = offered - earlier.offered;
        return since <= 0 ? 0 : (double) (refused - earlier.refused) / since;
    }

    double perSecondSince(Totals earlier, long now, long before) {
        double seconds = atSeconds - earlier.atSeconds;
        return seconds <= 0 ? 0 : (now - before) / seconds;
    }
}
