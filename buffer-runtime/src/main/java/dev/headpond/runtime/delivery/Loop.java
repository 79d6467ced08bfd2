package dev.headpond.runtime.delivery;

/// The shard's thread as its parts see it: a clock and a timer. Netty's event loop in a pod, virtual time in a test.
public interface Loop {
    /// A monotonic clock in nanoseconds.
    long nanoTime();

    /// Runs `task` on the shard's thread, not before `delayNanos` from now.
    Timer schedule(long delayNanos, Runnable task);

    /// A task that waits.
    interface Timer {
        /// Forgets the task if it has not run.
        void cancel();
    }
}
