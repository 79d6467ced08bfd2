package dev.headpond.operator.decide;

/// Why the number of pods is what it is. The first that applies wins, in this order.
public enum Diagnosis {
    /// Paused, Recommend or External: computed and published only.
    NotActing,
    /// Under 70 % of the ready pods answered: hold.
    MetricsUnavailable,
    /// Rolling out, pods not ready, or the last step is still settling: hold.
    Stabilizing,
    /// The database is the limit: hold, whatever the depth says.
    SinkSaturated,
    /// The token buckets refuse too much: more pods help.
    AdmissionBound,
    /// The queue grows although the sink is well: more pods help.
    DeliveryBound,
    /// Fewer pods would have been enough for the whole stabilization window.
    Oversized,
    /// All is well.
    InBand
}
