package dev.headpond.playground.apiserver.store;

import java.util.List;

/// What a reader of the log gets.
public sealed interface Changes {
    /// @param changes all that came after the reader's position, oldest first; empty when the wait was over
    record Next(List<Change> changes) implements Changes {}

    /// The log no longer has, or never had, what follows the position: list again.
    record Expired() implements Changes {}

    /// The store is closed.
    record Ended() implements Changes {}
}
