package dev.headpond.runtime.admission;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the door hands events to. Called on the shard's thread only.
public interface Intake {
    /// What can be said before the body is read: a refusal, or empty when the body must be seen first.
    ///
    /// @param declaredBytes the request's Content-Length, or -1
    Optional<Verdict> beforeBody(long declaredBytes);

    /// Takes all events of a request or none. The bytes are copied: the buffer may be reused on return.
    ///
    /// @param events at least one event, each within the policy's bounds
    /// @param whenDelivered is told once, on the shard's thread, when all of them are settled (Delivered mode);
    ///     null where the producer is answered at once. Called only after [Verdict.Admitted].
    Verdict offer(EventSlices events, @Nullable Settled whenDelivered);

    /// Counts events that the door refused by itself.
    void refused(int invalidEvents);

    /// What became of a request's events.
    interface Settled {
        /// @param deadLettered how many of the request's events the sink will never take
        /// @param lost how many were given up at shutdown: the producer must send them again
        void settled(int deadLettered, int lost);
    }
}
