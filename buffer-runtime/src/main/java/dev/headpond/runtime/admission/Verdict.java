package dev.headpond.runtime.admission;

/// Whether a request's events are taken: all of them, or none and why.
public sealed interface Verdict {
    /// All are in the ring.
    ///
    /// @param position ring position just behind the last of them: they are delivered when the ring's delivered
    ///     position has reached it
    record Admitted(long position) implements Verdict {}

    /// The bucket is empty (429).
    ///
    /// @param retryAfterNanos when these events would be admitted if nobody else came
    record RateLimited(long retryAfterNanos) implements Verdict {}

    /// The ring is at its high-water mark, or these events do not fit (429).
    ///
    /// @param retryAfterNanos a guess from the present rate of delivery
    record OverHighWater(long retryAfterNanos) implements Verdict {}

    /// No rested bucket could ever admit so many events at once (413).
    ///
    /// @param eventsMax the largest number that can be admitted at once
    record NeverFits(long eventsMax) implements Verdict {}

    /// The pod is starting or stopping (503).
    record NotServing(boolean draining) implements Verdict {}
}
