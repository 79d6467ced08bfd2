package dev.headpond.operator.decide;

import dev.headpond.policy.LoadReport;
import dev.headpond.policy.LoadReport.SinkView.Health;
import java.util.Map;

/// One runtime in virtual time: bucket, ring, lanes and cumulative counters, in steps of a second.
final class SimPod {
    static final double RATE = 12_000;
    static final double BURST = 6_000;
    static final int LANES = 4;
    static final double BATCH = 200;
    static final double EVENT_BYTES = 500;
    static final double CAPACITY_EVENTS = (128 << 20) / EVENT_BYTES;
    static final double MARK_EVENTS = CAPACITY_EVENTS * 0.8;
    /// A cold JVM reaches its full speed within this time.
    static final double WARM_SECONDS = 20;
    private static final double RETRIES_PER_SECOND = LANES * 3;

    final String uid;
    private final long readyAt;
    private int starts = 1;
    private double uptime;
    private double tokens = BURST;
    private double depth;
    private double acceptedNow;
    private double accepted;
    private double rateLimited;
    private double noRoom;
    private double delivered;
    private double batches;
    private double failed;
    private double laneBusy;
    private double latencySeconds;
    private double depthSeconds;
    private boolean sinkDown;

    SimPod(String uid, long readyAtSecond) {
        this.uid = uid;
        this.readyAt = readyAtSecond;
    }

    boolean ready(long second) {
        return second >= readyAt;
    }

    /// The process starts anew: counters from zero, and what it held is gone.
    void restart() {
        starts++;
        uptime = accepted = rateLimited = noRoom = delivered = batches = failed = 0;
        laneBusy = latencySeconds = depthSeconds = depth = 0;
    }

    /// @return events refused by bucket and ring
    Refused offer(double events) {
        tokens = Math.min(BURST, tokens) + RATE;
        double room = Math.max(0, MARK_EVENTS - depth);
        double byRoom = Math.max(0, events - room);
        double taken = Math.min(events - byRoom, tokens);
        tokens -= taken;
        var refused = new Refused(events - byRoom - taken, byRoom);
        acceptedNow = taken;
        accepted += taken;
        rateLimited += refused.byRate();
        noRoom += refused.byRoom();
        depth += taken;
        return refused;
    }

    record Refused(double byRate, double byRoom) {
        double all() {
            return byRate + byRoom;
        }
    }

    double acceptedNow() {
        return acceptedNow;
    }

    double depth() {
        return depth;
    }

    /// What the lanes could write in a second if the sink were never the limit.
    double couldWrite(double latencyMillis) {
        return Math.min(depth, atFullSpeed(latencyMillis));
    }

    private double atFullSpeed(double latencyMillis) {
        double warm = Math.min(1, 0.3 + 0.7 * uptime / WARM_SECONDS);
        return LANES * BATCH / (latencyMillis / 1000) * warm;
    }

    /// @param events that the sink takes of this pod in this second
    void deliver(double events, SimSink sink) {
        uptime++;
        sinkDown = sink.down();
        double before = depth;
        depth -= events;
        delivered += events;
        depthSeconds += (before + depth) / 2;
        if (sink.down()) {
            failed += before > 0 ? RETRIES_PER_SECOND : 0;
            return;
        }
        double full = atFullSpeed(sink.latencyMillis());
        boolean waits = before > 1.01 * events && events > 0;
        double written = Math.max(events / BATCH, Math.min(events, LANES));
        double latency = waits && events < full ? LANES * BATCH / events : sink.latencyMillis() / 1000;
        laneBusy += waits ? LANES : LANES * Math.min(1, events / full);
        batches += written;
        latencySeconds += latency * written;
    }

    LoadReport report() {
        long waiting = Math.round(depth);
        return new LoadReport(
                uid + "-" + starts,
                uptime,
                LoadReport.State.SERVING,
                new LoadReport.Events(
                        Math.round(delivered) + waiting,
                        Math.round(rateLimited),
                        Math.round(noRoom),
                        0,
                        0,
                        Math.round(delivered),
                        0,
                        Map.of()),
                new LoadReport.Depth(waiting, Math.round(depth * EVENT_BYTES), 128 << 20),
                new LoadReport.Batches(
                        Math.round(batches), Math.round(batches + failed), Math.round(batches), Math.round(failed)),
                new LoadReport.Integrals(
                        depthSeconds * EVENT_BYTES, depthSeconds, 0, laneBusy, latencySeconds, Math.round(batches)),
                new LoadReport.SinkView(
                        LANES, sinkDown ? Health.FAILING : Health.OK, sinkDown ? "connection refused" : ""));
    }
}
