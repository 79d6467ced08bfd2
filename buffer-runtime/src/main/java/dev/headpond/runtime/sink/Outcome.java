package dev.headpond.runtime.sink;

/// How one attempt to write a batch ended.
public sealed interface Outcome {
    /// Every event is in the sink.
    record Delivered() implements Outcome {}

    /// Not applied, and a later attempt may work: loading, out of memory, fail-over, connection refused.
    ///
    /// @param reason in plain words, with the sink's own
    record Retryable(String reason) implements Outcome {}

    /// Perhaps applied: time-out, or the connection broke after the request was sent.
    record Ambiguous(String reason) implements Outcome {}

    /// Not applied, and no attempt will work until a person changes something: password, key type, rights, table.
    record Misconfigured(String reason) implements Outcome {}

    /// The sink refuses an event of the batch; those before it may be applied, neither it nor those behind it are.
    /// The batch is repeated with fewer events, under the same number, until the event is found;
    /// so it must be the answer to this very attempt, never that to an earlier and longer one.
    record Poison(String reason) implements Outcome {}

    Outcome DELIVERED = new Delivered();
}
