package dev.headpond.runtime.http;

/// Told of what happens at the door, on the shard's thread.
public interface DoorMeter {
    /// A request was answered.
    ///
    /// @param nanos from its head to its answer
    void answered(int status, long nanos);

    /// How many producers are connected now.
    void connections(int open);
}
