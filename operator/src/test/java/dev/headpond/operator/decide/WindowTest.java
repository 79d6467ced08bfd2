package dev.headpond.operator.decide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headpond.operator.decide.Observation.Pod;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WindowTest {
    private static final Pods LIKE = Pods.CALM.taking(1_000, 500);

    private static Pod pod(String uid, String epoch, double uptime) {
        return new Pod(uid, true, Optional.of(LIKE.at(epoch, uptime)));
    }

    private static Pod silent(String uid) {
        return new Pod(uid, true, Optional.empty());
    }

    private static Window window(List<List<Pod>> samples) {
        var window = Window.empty(DeciderTimings.PRODUCTION);
        for (int i = 0; i < samples.size(); i++) {
            window = window.with(new Observation(1_000 + 5_000L * i, samples.get(i)));
        }
        return window;
    }

    @Test
    void figuresAreExactMeansOverTheWholeWindow() {
        var span = window(List.of(List.of(pod("a", "1", 10)), List.of(pod("a", "1", 15.3)), List.of(pod("a", "1", 21))))
                .whole()
                .orElseThrow();
        assertThat(span.accepted()).isCloseTo(1_000, within(1.0));
        assertThat(span.rateLimited()).isCloseTo(500, within(1.0));
        assertThat(span.demand()).isCloseTo(1_500, within(1.0));
        assertThat(span.rateLimitedRatio()).isCloseTo(1 / 3.0, within(0.01));
        assertThat(span.laneUtilisation()).isCloseTo(0.3, within(0.001));
        assertThat(span.latencyMillis().orElseThrow()).isCloseTo(2, within(0.01));
        assertThat(span.depthBytesMean()).isCloseTo(1_000, within(0.01));
    }

    @Test
    void aRestartedPodBeginsAnewAndIsStoodForByTheOthers() {
        var window = window(List.of(
                List.of(pod("a", "1", 100), pod("b", "1", 100)), List.of(pod("a", "1", 105), pod("b", "2", 3))));
        var span = window.whole().orElseThrow();
        assertThat(span.accepted()).isCloseTo(2_000, within(1.0));
        var next = window.with(new Observation(11_000, List.of(pod("a", "1", 110), pod("b", "2", 8))));
        assertThat(next.whole().orElseThrow().accepted()).isCloseTo(2_000, within(1.0));
    }

    @Test
    void aMissedReportLosesNothing() {
        var window = window(List.of(List.of(pod("a", "1", 100)), List.of(silent("a")), List.of(pod("a", "1", 110))));
        assertThat(window.intervals(1))
                .hasSize(1)
                .first()
                .satisfies(span -> assertThat(span.accepted()).isCloseTo(1_000, within(1.0)));
        assertThat(window.intervals(2))
                .as("nothing is known of the interval that ends with silence")
                .hasSize(1);
    }

    @Test
    void noPodNoSpan() {
        assertThat(window(List.of(List.of(), List.of())).whole()).isEmpty();
        assertThat(window(List.of(List.of(pod("a", "1", 100)))).whole()).isEmpty();
        assertThat(window(List.of()).newest()).isEmpty();
    }

    @Test
    void onlyTheNewestSamplesAreKept() {
        var window = Window.empty(DeciderTimings.PRODUCTION);
        for (int i = 0; i < 100; i++) {
            window = window.with(new Observation(5_000L * i, List.of(pod("a", "1", 100 + 5 * i))));
        }
        assertThat(window.observations()).hasSize(5);
        assertThat(window.newest().orElseThrow().atMillis()).isEqualTo(495_000);
    }

    @Test
    void aSampleOutOfOrderIsLeftOutAndOldOnesGo() {
        var window = window(List.of(List.of(pod("a", "1", 100)), List.of(pod("a", "1", 105))));
        assertThat(window.with(new Observation(6_000, List.of())).observations())
                .hasSize(2);
        assertThat(window.with(new Observation(60_000, List.of())).observations())
                .hasSize(1);
    }

    @Test
    void aPodThatIsNotReadyDoesNotCount() {
        var starting = new Pod("b", false, Optional.of(LIKE.at("1", 5)));
        var window = window(List.of(List.of(pod("a", "1", 100), starting), List.of(pod("a", "1", 105), starting)));
        assertThat(window.whole().orElseThrow().accepted()).isCloseTo(1_000, within(1.0));
        assertThat(window.whole().orElseThrow().ready()).isEqualTo(1);
    }
}
