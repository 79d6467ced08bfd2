package dev.headpond.operator.decide;

/// Something that says how many pods there should be.
interface Rule {
    /// @param second now
    /// @param replicas pods that were last asked for
    /// @param ready pods that are ready
    /// @param observation what the pods said, made each five seconds
    int decide(long second, int replicas, int ready, Observation observation);

    /// Another operator takes over.
    default void newLeader() {}
}
