package dev.headpond.runtime.delivery;

import dev.headpond.policy.LoadReport;
import dev.headpond.policy.LoadReport.SinkView.Health;
import dev.headpond.runtime.sink.Outcome;

/// What delivery has counted since the start. Only grows, but for the sink's health.
public final class Tally {
    private final int lanes;
    private final TimeIntegral laneBusy;
    private int lanesInFlight;
    long deliveredEvents;
    long deadLetteredEvents;
    long lostEvents;
    long firstAttempts;
    long attempts;
    long deliveredAttempts;
    long failedAttempts;
    long retries;
    long probes;
    long continuations;
    private double sinkLatencySeconds;
    private long sinkAnswers;
    private Health health = Health.OK;
    private String reason = "";

    Tally(int lanes, long nowNanos) {
        this.lanes = lanes;
        laneBusy = new TimeIntegral(nowNanos);
    }

    void sent(long nowNanos) {
        attempts++;
        laneBusy.set(++lanesInFlight, nowNanos);
    }

    /// An attempt without an answer from the sink itself says nothing about its latency.
    void ended(Outcome outcome, long nanos, long nowNanos) {
        laneBusy.set(--lanesInFlight, nowNanos);
        if (outcome instanceof Outcome.Delivered) {
            deliveredAttempts++;
        } else {
            failedAttempts++;
        }
        if (!(outcome instanceof Outcome.Ambiguous)) {
            sinkLatencySeconds += nanos / 1e9;
            sinkAnswers++;
        }
    }

    void noneInFlight(long nowNanos) {
        failedAttempts += lanesInFlight;
        lanesInFlight = 0;
        laneBusy.set(0, nowNanos);
    }

    void health(Health health, String reason) {
        this.health = health;
        this.reason = reason;
    }

    public long deliveredEvents() {
        return deliveredEvents;
    }

    public long deadLetteredEvents() {
        return deadLetteredEvents;
    }

    public long lostEvents() {
        return lostEvents;
    }

    /// Repeated attempts that were paid from the retry budget: neither probes nor continuations.
    public long retries() {
        return retries;
    }

    /// Attempts that a half-open breaker let through.
    public long probes() {
        return probes;
    }

    /// Attempts that followed an answer: the rest behind a probe, or the search for a poisoned event.
    public long continuations() {
        return continuations;
    }

    public LoadReport.Batches batches() {
        return new LoadReport.Batches(firstAttempts, attempts, deliveredAttempts, failedAttempts);
    }

    public LoadReport.SinkView sink() {
        return new LoadReport.SinkView(lanes, health, reason);
    }

    public double laneBusySeconds(long nowNanos) {
        return laneBusy.upTo(nowNanos);
    }

    public double sinkLatencySeconds() {
        return sinkLatencySeconds;
    }

    public long sinkAnswers() {
        return sinkAnswers;
    }

    /// Every attempt is in flight or has ended in one way, and was made for one reason.
    void requireConsistent() {
        long ended = deliveredAttempts + failedAttempts;
        long reasons = firstAttempts + retries + probes + continuations;
        if (attempts != ended + lanesInFlight || attempts != reasons) {
            throw new IllegalStateException("attempts " + attempts + " are neither " + ended + " ended + "
                    + lanesInFlight + " in flight nor " + firstAttempts + " first + " + retries + " retries + " + probes
                    + " probes + " + continuations + " continuations");
        }
    }
}
