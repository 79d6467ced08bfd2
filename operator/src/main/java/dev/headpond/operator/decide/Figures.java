package dev.headpond.operator.decide;

/// What the window of observations says of all pods together. Rates are events a second.
///
/// @param offeredPerSecond accepted and refused
/// @param acceptedPerSecond taken into the rings
/// @param deliveredPerSecond acknowledged by the sink
/// @param demandPerSecond accepted + min(refused, accepted): clients send again what was refused
/// @param rateLimitedRatio share of the offered events that the buckets refused, 0 to 1
/// @param depthPercent fill of the rings, 0 to 100
/// @param depthEvents events that wait
/// @param laneUtilisation share of time that lanes had a batch in flight, 0 to 1
/// @param sinkLatencyMillis mean answer time of the sink
/// @param sinkLatencyBaselineMillis the same while the sink had little to do; 0 while unknown
/// @param errorRatio failed attempts / attempts, 0 to 1
/// @param amplification attempts / first attempts, at least 1
/// @param podsAnswered ready pods with a report
/// @param podsReady ready pods
public record Figures(
        double offeredPerSecond,
        double acceptedPerSecond,
        double deliveredPerSecond,
        double demandPerSecond,
        double rateLimitedRatio,
        double depthPercent,
        long depthEvents,
        double laneUtilisation,
        double sinkLatencyMillis,
        double sinkLatencyBaselineMillis,
        double errorRatio,
        double amplification,
        int podsAnswered,
        int podsReady) {}
