package dev.headpond.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headpond.policy.LoadReport.Batches;
import dev.headpond.policy.LoadReport.Depth;
import dev.headpond.policy.LoadReport.Events;
import dev.headpond.policy.LoadReport.Integrals;
import dev.headpond.policy.LoadReport.SinkView;
import dev.headpond.policy.LoadReport.State;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadReportTest {
    private static final LoadReport REPORT = new LoadReport(
            "e1",
            12.5,
            State.SERVING,
            new Events(10, 2, 1, 0, 3, 7, 1, Map.of("shutdown", 1L)),
            new Depth(1, 300, 1 << 20),
            new Batches(4, 5, 4, 1),
            new Integrals(1.5, 0.25, 0, 3.75, 0.5, 5),
            new SinkView(4, SinkView.Health.FAILING, "LOADING Redis is loading the dataset in memory"));

    @Test
    void whatAPodWritesIsReadBackTheSame() {
        assertThat(LoadReport.parse(REPORT.toJson())).contains(REPORT);
        assertThat(REPORT.events().offered()).isEqualTo(16);
    }

    @Test
    void aFieldOfANewerPodIsIgnored() {
        assertThat(LoadReport.parse(REPORT.toJson().replace("{\"epoch\"", "{\"later\":{},\"epoch\"")))
                .contains(REPORT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null", "{}", "[]", "{\"epoch\":\"e\"}", "<html>"})
    void whatIsNoReportIsEmpty(String body) {
        assertThat(LoadReport.parse(body)).isEmpty();
    }
}
