package dev.headpond.policy;

import dev.headpond.policy.BufferPolicy.Acknowledge;
import java.util.ArrayList;
import java.util.List;

/// The rules between fields. Each has a twin in the CRD (CEL), but neither CEL nor a webhook is trusted to have run.
final class Rules {
    private Rules() {}

    static void require(
            IngestPolicy ingest, AdmissionPolicy admission, BufferPolicy buffer, BatchPolicy batch, RetryPolicy retry) {
        var problems = broken(ingest, admission, buffer, batch, retry);
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(problems.getFirst().line());
        }
    }

    static List<Problem> broken(
            IngestPolicy ingest, AdmissionPolicy admission, BufferPolicy buffer, BatchPolicy batch, RetryPolicy retry) {
        var problems = new ArrayList<Problem>();
        ingest(ingest, buffer, batch, problems);
        burst(admission, batch, problems);
        buffer(buffer, problems);
        if (retry.initialBackoff().compareTo(retry.maxBackoff()) > 0) {
            problems.add(new Problem(
                    "retry.initialBackoff",
                    Durations.format(retry.initialBackoff()),
                    "must not be over maxBackoff (" + Durations.format(retry.maxBackoff())
                            + "); lower it or raise maxBackoff"));
        }
        return problems;
    }

    private static void ingest(IngestPolicy ingest, BufferPolicy buffer, BatchPolicy batch, List<Problem> problems) {
        if (ingest.port() == Bounds.MANAGEMENT_PORT) {
            problems.add(new Problem(
                    "ingest.port", Integer.toString(ingest.port()), "is the management port; choose another"));
        }
        if (ingest.maxEventBytes() > ingest.maxRequestBytes()) {
            problems.add(new Problem(
                    "ingest.maxEventBytes",
                    ByteSize.format(ingest.maxEventBytes()),
                    "must not be over ingest.maxRequestBytes (" + ByteSize.format(ingest.maxRequestBytes())
                            + "); lower it or raise maxRequestBytes"));
        }
        if (ingest.maxEventBytes() > batch.maxBytes()) {
            problems.add(new Problem(
                    "ingest.maxEventBytes",
                    ByteSize.format(ingest.maxEventBytes()),
                    "must not be over batch.maxBytes (" + ByteSize.format(batch.maxBytes())
                            + "), or the event could never be delivered; lower it or raise batch.maxBytes"));
        }
        if (ingest.maxRequestBytes() > buffer.highWaterBytes() / 2) {
            problems.add(new Problem(
                    "ingest.maxRequestBytes",
                    ByteSize.format(ingest.maxRequestBytes()),
                    "must not be over half of the ring up to its high-water mark ("
                            + ByteSize.format(buffer.highWaterBytes() / 2)
                            + "), or one request could block the rest; lower it or raise buffer.capacity"));
        }
    }

    private static void burst(AdmissionPolicy admission, BatchPolicy batch, List<Problem> problems) {
        long most = admission.eventsPerSecond() * Bounds.BURST_SECONDS_MAX;
        if (admission.burst() < batch.maxEvents()) {
            problems.add(new Problem(
                    "admission.burst",
                    Long.toString(admission.burst()),
                    "must be at least one batch (batch.maxEvents " + batch.maxEvents()
                            + "); raise it or lower batch.maxEvents"));
        }
        if (admission.burst() > most) {
            problems.add(new Problem(
                    "admission.burst",
                    Long.toString(admission.burst()),
                    "must be at most ten seconds' worth (" + most + "); lower it or raise eventsPerSecond"));
        }
    }

    private static void buffer(BufferPolicy buffer, List<Problem> problems) {
        if (buffer.lowWaterMarkPercent() >= buffer.highWaterMarkPercent()) {
            problems.add(new Problem(
                    "buffer.lowWaterMarkPercent",
                    Integer.toString(buffer.lowWaterMarkPercent()),
                    "must be under highWaterMarkPercent (" + buffer.highWaterMarkPercent() + ")"));
        }
        if (buffer.acknowledge() == Acknowledge.Journaled && buffer.journal().isEmpty()) {
            problems.add(new Problem(
                    "buffer.journal", "nothing", "must be set with acknowledge: Journaled; give it a size"));
        }
    }

    /// What the pods may write together must fit what the sink may get.
    static List<Problem> broken(AdmissionPolicy admission, SinkPolicy sink, ScalingPolicy scaling) {
        var limit = sink.maxEventsPerSecond();
        long most = scaling.maxReplicas() * admission.eventsPerSecond();
        if (limit.isEmpty() || most <= limit.getAsLong()) {
            return List.of();
        }
        return List.of(new Problem(
                "scaling.maxReplicas",
                Integer.toString(scaling.maxReplicas()),
                "pods of " + admission.eventsPerSecond() + " events/s are " + most
                        + ", over sink.maxEventsPerSecond (" + limit.getAsLong()
                        + "); lower maxReplicas or eventsPerSecond, or raise maxEventsPerSecond"));
    }
}
