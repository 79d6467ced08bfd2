package dev.headpond.playground.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headpond.policy.LoadReport;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OutcomeTest {
    private static LoadReport report(long accepted, long delivered, long lost, long depth) {
        return new LoadReport(
                "e",
                1,
                LoadReport.State.SERVING,
                new LoadReport.Events(accepted, 50, 0, 0, 0, delivered, 0, Map.of("crash", lost)),
                new LoadReport.Depth(depth, depth, 1_000),
                new LoadReport.Batches(1, 1, 1, 0),
                new LoadReport.Integrals(0, 0, 0, 0, 0, 0),
                new LoadReport.SinkView(1, LoadReport.SinkView.Health.OK, ""));
    }

    private static Outcome outcome(LoadReport report, long inSink, long toldAccepted, long unclear) {
        return new Outcome(
                Map.of(new PodLoads.Source("pod-a", "e"), report),
                inSink,
                10,
                new Load.Counts(200, toldAccepted - 10, 50, 0, unclear),
                List.of(new Outcome.Replicas(5, 1), new Outcome.Replicas(20.4, 3)),
                0.5,
                0);
    }

    @Test
    void nothing_is_broken_where_all_figures_agree() {
        var good = outcome(report(100, 100, 0, 0), 100, 100, 0);
        assertThat(good.broken()).isEmpty();
        assertThat(good.table())
                .contains("pod-a", "100 = 100 + 0 + 0 + 0", "1 (5 s) → 3 (20 s)", "33.33 %", "50.00 % with one pod");
    }

    @Test
    void an_event_that_a_pod_cannot_account_for_is_found() {
        var bad = outcome(report(101, 100, 0, 0), 100, 101, 0);
        assertThat(bad.broken()).singleElement().asString().contains("pod-a cannot account");
        assertThat(bad.table()).contains("101 ≠ 100");
    }

    @Test
    void lost_and_waiting_events_are_named() {
        assertThat(outcome(report(100, 97, 1, 2), 97, 100, 0).broken())
                .containsExactly("2 events were not delivered", "1 events were lost");
    }

    @Test
    void an_entry_too_many_or_too_few_in_redis_is_found() {
        assertThat(outcome(report(100, 100, 0, 0), 101, 100, 0).broken()).hasSize(1);
        assertThat(outcome(report(100, 100, 0, 0), 99, 100, 0).broken()).hasSize(1);
    }

    @Test
    void a_request_without_an_answer_may_have_been_taken_or_not() {
        assertThat(outcome(report(100, 100, 0, 0), 100, 95, 5).broken()).isEmpty();
        assertThat(outcome(report(100, 100, 0, 0), 100, 94, 5).broken()).hasSize(1);
        assertThat(outcome(report(100, 100, 0, 0), 100, 101, 5).broken()).hasSize(1);
    }

    @Test
    void one_byte_that_differs_is_found() {
        var payloads = new Payloads(List.of(bytes("{\"a\":1}"), bytes("{\"a\":2}")));
        var twice = List.of(bytes("{\"a\":2}"), bytes("{\"a\":1}"), bytes("{\"a\":1}"), bytes("{\"a\":2}"));
        assertThat(payloads.difference(2, twice)).isEmpty();
        assertThat(payloads.difference(1, List.of(bytes("{\"a\":1}"), bytes("{\"a\": 2}"))))
                .hasSize(2);
        assertThat(payloads.difference(2, twice.subList(1, 4))).hasSize(1);
        assertThat(payloads.asNdjson(1)).containsExactly(bytes("{\"a\":1}\n"), bytes("{\"a\":2}\n"));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
