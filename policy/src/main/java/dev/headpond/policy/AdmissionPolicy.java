package dev.headpond.policy;

/// The token bucket of one pod, counted in events, never in requests.
///
/// @param eventsPerSecond rate at which tokens come back
/// @param burst tokens that a rested bucket holds: at least one batch, at most ten seconds' worth
public record AdmissionPolicy(long eventsPerSecond, long burst) {
    public AdmissionPolicy {
        Bounds.EVENTS_PER_SECOND.require("admission.eventsPerSecond", eventsPerSecond);
        Bounds.BURST.require("admission.burst", burst);
    }
}
