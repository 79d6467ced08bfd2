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

    /// The sink refuses what is in the batch. A batch of several is cut in two to find the event.
    record Poison(String reason) implements Outcome {}

    Outcome DELIVERED = new Delivered();
}
