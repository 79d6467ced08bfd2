package dev.headpond.playground.quickstart;

import dev.headpond.policy.LoadReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// What came of a run, as a table and as the list of what did not hold.
///
/// @param pods the last report of each process that took events
/// @param inSink entries counted in the stream
/// @param direct events that were posted before the load, all of them accepted
/// @param load what the producers of the load counted
/// @param replicas number of ready pods over time
/// @param ratioBefore share of refused events while one pod carried the load
/// @param ratioAfter share of refused events after the scale-out
record Outcome(
        Map<PodLoads.Source, LoadReport> pods,
        long inSink,
        long direct,
        Load.Counts load,
        List<Replicas> replicas,
        double ratioBefore,
        double ratioAfter) {
    /// @param seconds since the start of the quickstart
    record Replicas(double seconds, int ready) {}

    private Totals totals() {
        return Totals.of(0, 0, pods.values());
    }

    /// Each a sentence; empty if all held.
    List<String> broken() {
        var broken = new ArrayList<String>();
        var totals = totals();
        pods.forEach((source, report) -> {
            if (!Totals.isConserved(report))
                broken.add("pod " + source.pod() + " cannot account for every event that it took: " + report.events()
                        + ", " + report.depth());
        });
        if (totals.depth() != 0) broken.add(totals.depth() + " events were not delivered");
        if (totals.lost() != 0) broken.add(totals.lost() + " events were lost");
        if (totals.deadLettered() != 0) broken.add(totals.deadLettered() + " events were dead-lettered");
        if (inSink != totals.delivered())
            broken.add("Redis holds " + inSink + " entries, the pods say that they delivered " + totals.delivered());
        long answered = direct + load.accepted();
        if (totals.accepted() < answered || totals.accepted() > answered + load.unclear())
            broken.add("producers were told of " + answered + " accepted events (and " + load.unclear()
                    + " without an answer), the pods accepted " + totals.accepted());
        return broken;
    }

    String table() {
        var text = new StringBuilder();
        text.append(row(
                "", "accepted", "delivered", "depth", "rate-limited", "accepted = delivered + dead + lost + depth"));
        pods.entrySet().stream()
                .sorted(Comparator.comparing(it -> it.getKey().pod()))
                .forEach(it -> text.append(row(it.getKey().pod(), it.getValue())));
        var totals = totals();
        text.append(row(
                "all pods",
                number(totals.accepted()),
                number(totals.delivered()),
                number(totals.depth()),
                percent(ratio(totals.refused(), totals.offered())),
                law(totals.accepted(), totals.delivered(), totals.deadLettered(), totals.lost(), totals.depth())));
        text.append(row("producers (answered 202)", number(direct + load.accepted()), "", "", "", unclear()));
        text.append(
                row("entries in Redis", "", number(inSink), "", "", inSink == totals.delivered() ? "ok" : "DIFFERS"));
        text.append(String.format(
                Locale.ROOT,
                "  rate-limited ratio: %s with one pod, %s after the scale-out%n",
                percent(ratioBefore),
                percent(ratioAfter)));
        text.append("  replicas over time: ").append(replicasText());
        return text.toString();
    }

    private String unclear() {
        return load.unclear() == 0 ? "" : number(load.unclear()) + " events had no answer";
    }

    private String replicasText() {
        return String.join(
                " → ",
                replicas.stream()
                        .map(it -> String.format(Locale.ROOT, "%d (%.0f s)", it.ready, it.seconds))
                        .toList());
    }

    private static String row(String pod, LoadReport report) {
        var events = report.events();
        return row(
                pod,
                number(events.accepted()),
                number(events.delivered()),
                number(report.depth().events()),
                percent(ratio(events.rateLimited(), events.offered())),
                law(
                        events.accepted(),
                        events.delivered(),
                        events.deadLettered(),
                        Totals.lost(report),
                        report.depth().events()));
    }

    private static String law(long accepted, long delivered, long deadLettered, long lost, long depth) {
        boolean holds = accepted == delivered + deadLettered + lost + depth;
        return String.format(
                Locale.ROOT,
                "%s %s %s + %s + %s + %s",
                number(accepted),
                holds ? "=" : "≠",
                number(delivered),
                number(deadLettered),
                number(lost),
                number(depth));
    }

    private static String row(Object... columns) {
        return String.format(Locale.ROOT, "  %-34s %11s %11s %7s %13s   %s%n", columns);
    }

    private static double ratio(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }

    static String percent(double ratio) {
        return String.format(Locale.ROOT, "%.2f %%", 100 * ratio);
    }

    static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value).replace(',', ' ');
    }
}
