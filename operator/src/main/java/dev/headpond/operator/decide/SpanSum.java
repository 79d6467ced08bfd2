package dev.headpond.operator.decide;

import dev.headpond.policy.LoadReport;
import dev.headpond.policy.LoadReport.SinkView.Health;
import java.util.Optional;
import java.util.OptionalDouble;

/// Adds up what single pods did between two reports of theirs.
final class SpanSum {
    private int measured;
    private double accepted;
    private double rateLimited;
    private double noRoom;
    private double closed;
    private double invalid;
    private double delivered;
    private double batches;
    private double firstAttempts;
    private double attempts;
    private double failed;
    private double laneBusy;
    private double latencySeconds;
    private long answers;
    private double depthBytesMean;
    private double depthEventsMean;
    private long depthBytes;
    private long depthEvents;
    private long capacity;
    private double growth;
    private int lanes;
    private int failing;
    private Optional<String> misconfigured = Optional.empty();

    /// @param base the earlier report of the same start of the pod
    void add(LoadReport base, LoadReport end) {
        double seconds = end.uptimeSeconds() - base.uptimeSeconds();
        measured++;
        events(base.events(), end.events(), seconds);
        writes(base.batches(), end.batches(), seconds);
        integrals(base.integrals(), end.integrals(), seconds);
        depthBytes += end.depth().bytes();
        depthEvents += end.depth().events();
        capacity += end.depth().capacityBytes();
        growth += (end.depth().bytes() - base.depth().bytes()) / seconds;
        lanes += end.sink().lanes();
        failing += Span.failing(end) ? 1 : 0;
        if (end.sink().health() == Health.MISCONFIGURED && misconfigured.isEmpty()) {
            misconfigured = Optional.of(end.sink().reason());
        }
    }

    private void events(LoadReport.Events from, LoadReport.Events to, double seconds) {
        accepted += (to.accepted() - from.accepted()) / seconds;
        rateLimited += (to.rateLimited() - from.rateLimited()) / seconds;
        noRoom += (to.overHighWater() - from.overHighWater()) / seconds;
        closed += (to.draining() - from.draining()) / seconds;
        invalid += (to.invalid() - from.invalid()) / seconds;
        delivered += (to.delivered() - from.delivered()) / seconds;
    }

    private void writes(LoadReport.Batches from, LoadReport.Batches to, double seconds) {
        batches += (to.delivered() - from.delivered()) / seconds;
        firstAttempts += (to.firstAttempts() - from.firstAttempts()) / seconds;
        attempts += (to.attempts() - from.attempts()) / seconds;
        failed += (to.failed() - from.failed()) / seconds;
    }

    private void integrals(LoadReport.Integrals from, LoadReport.Integrals to, double seconds) {
        depthBytesMean += (to.depthByteSeconds() - from.depthByteSeconds()) / seconds;
        depthEventsMean += (to.depthEventSeconds() - from.depthEventSeconds()) / seconds;
        laneBusy += (to.laneBusySeconds() - from.laneBusySeconds()) / seconds;
        latencySeconds += to.sinkLatencySeconds() - from.sinkLatencySeconds();
        answers += to.sinkAnswers() - from.sinkAnswers();
    }

    /// @param ready ready pods at the end of the span
    /// @param answered those that answered
    Optional<Span> span(int ready, int answered) {
        if (measured == 0) {
            return Optional.empty();
        }
        double scale = (double) ready / measured;
        return Optional.of(new Span(
                accepted * scale,
                rateLimited * scale,
                noRoom * scale,
                closed * scale,
                invalid * scale,
                delivered * scale,
                batches * scale,
                firstAttempts * scale,
                attempts * scale,
                failed * scale,
                lanes == 0 ? 0 : Math.min(1, laneBusy / lanes),
                answers > 0 ? OptionalDouble.of(latencySeconds * 1000 / answers) : OptionalDouble.empty(),
                answers,
                depthBytesMean * scale,
                depthEventsMean * scale,
                Math.round(depthBytes * scale),
                Math.round(depthEvents * scale),
                Math.round(capacity * scale),
                growth * scale,
                (int) Math.round(lanes * scale),
                ready,
                answered,
                (double) failing / measured,
                misconfigured));
    }
}
