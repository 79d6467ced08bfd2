package dev.headpond.policy;

import dev.headpond.policy.Limit.Unit;
import java.time.Duration;

/// Every bound of a policy, in one place. The CRD's schema and CEL rules repeat them for the API server;
/// a test in `crds` compares both.
public final class Bounds {
    public static final Limit PORT = Limit.count(1024, 65535, Unit.COUNT);
    /// The management port is the same in every pod, so that probes and scrapes need no lookup.
    public static final int MANAGEMENT_PORT = 9090;

    public static final Limit REQUEST_BYTES_MAX = Limit.bytes(1 << 10, 64 << 20);
    public static final Limit EVENT_BYTES_MAX = Limit.bytes(64, 8 << 20);
    public static final Limit INGEST_IDLE_TIMEOUT = Limit.duration(Duration.ofSeconds(1), Duration.ofHours(1));

    public static final Limit EVENTS_PER_SECOND = Limit.count(1, 1_000_000, Unit.EVENTS_PER_SECOND);
    /// The burst is bounded relative to the rate: one batch up to ten seconds' worth.
    public static final long BURST_SECONDS_MAX = 10;

    public static final Limit BURST = Limit.count(1, EVENTS_PER_SECOND.max() * BURST_SECONDS_MAX, Unit.EVENTS);

    public static final Limit RING_BYTES = Limit.bytes(1 << 20, 8L << 30);
    public static final Limit HIGH_WATER_PERCENT = Limit.count(10, 95, Unit.PERCENT);
    public static final Limit LOW_WATER_PERCENT = Limit.count(5, 94, Unit.PERCENT);
    public static final Limit JOURNAL_BYTES = Limit.bytes(64 << 20, 16L << 40);

    /// A batch of 5 000 events once caused an outage: the sink's own limits, not ours, answered it.
    public static final Limit BATCH_EVENTS = Limit.count(1, 1_000, Unit.EVENTS);

    public static final Limit BATCH_BYTES = Limit.bytes(1 << 10, 8 << 20);
    public static final Limit BATCH_DELAY = Limit.duration(Duration.ofMillis(1), Duration.ofSeconds(1));

    public static final Limit BACKOFF = Limit.duration(Duration.ofMillis(1), Duration.ofSeconds(60));
    public static final Limit BACKOFF_MULTIPLIER = Limit.count(1, 10, Unit.COUNT);
    public static final Limit RETRY_BUDGET_PERCENT = Limit.count(1, 100, Unit.PERCENT);

    public static final Limit LANES = Limit.count(1, 16, Unit.LANES);
    public static final Limit SINK_REQUEST_TIMEOUT = Limit.duration(Duration.ofMillis(10), Duration.ofSeconds(30));
    public static final Limit SINK_IDLE_TIMEOUT = Limit.duration(Duration.ofMillis(100), Duration.ofMinutes(10));
    public static final Limit SINK_EVENTS_PER_SECOND = Limit.count(1, 1_000_000_000, Unit.EVENTS_PER_SECOND);
    public static final Limit STREAM_LENGTH = Limit.count(1_000, 1_000_000_000_000L, Unit.EVENTS);

    /// Producers push, so a buffer never has zero pods.
    public static final Limit REPLICAS = Limit.count(1, 1_000, Unit.REPLICAS);

    public static final Limit TARGET_DEPTH_PERCENT = Limit.count(1, 90, Unit.PERCENT);
    public static final Limit STABILIZATION = Limit.duration(Duration.ZERO, Duration.ofHours(1));
    public static final Limit POLICY_PERIOD = Limit.duration(Duration.ofSeconds(1), Duration.ofMinutes(30));
    public static final Limit POLICY_VALUE = Limit.count(1, 10_000, Unit.COUNT);

    private Bounds() {}
}
