package dev.headpond.runtime.sink;

import java.util.function.Consumer;

/// A database, seen from one shard. A new one is one folder beside `redis`, and a line where sinks are chosen.
///
/// All methods are called on the shard's thread, and the sink calls back on it. Nothing here blocks, and nothing here
/// retries: one attempt, one outcome.
public interface Sink extends AutoCloseable {
    /// Writes a batch once. At most one write of a lane is in flight.
    ///
    /// @param lane 0 to lanes - 1
    /// @param batchNumber number of this batch within its lane, from 1 and growing. A repeated number begins with
    ///     the same event as before, in the same order, but may hold fewer or more events than the last attempt
    ///     (a probe after an outage is short; a batch with a poisoned event is narrowed down). So a sink remembers
    ///     a lane's last number and how many of its events it has applied, skips so many and applies the rest;
    ///     a number below the last one applies nothing
    /// @param batch the events; valid until `done` is called
    /// @param done is called exactly once, on the shard's thread, at the latest when the policy's request
    ///     time-out is over (then [Outcome.Ambiguous])
    void write(int lane, long batchNumber, Batch batch, Consumer<Outcome> done);

    /// Gives up connections. Writes in flight end as [Outcome.Ambiguous].
    @Override
    void close();
}
