package dev.headpond.runtime;

import dev.headpond.runtime.delivery.Loop;
import java.util.PriorityQueue;

/// A shard's thread in virtual time: tasks run on the caller's thread in the order of their moments, and time jumps
/// from one to the next.
public final class VirtualLoop implements Loop {
    /// Negative, because nothing says where a monotonic clock begins.
    private static final long START_NANOS = -3_000_000_000L;

    private record Task(long atNanos, long order, Runnable run) implements Comparable<Task> {
        @Override
        public int compareTo(Task other) {
            return atNanos != other.atNanos ? Long.compare(atNanos, other.atNanos) : Long.compare(order, other.order);
        }
    }

    private final PriorityQueue<Task> tasks = new PriorityQueue<>();
    private long now = START_NANOS;
    private long scheduled;

    @Override
    public long nanoTime() {
        return now;
    }

    @Override
    public Timer schedule(long delayNanos, Runnable run) {
        if (delayNanos < 0) {
            throw new IllegalArgumentException("a delay of " + delayNanos);
        }
        var task = new Task(now + delayNanos, scheduled++, run);
        tasks.add(task);
        return () -> tasks.remove(task);
    }

    /// Runs everything that is due within `nanos` from now, and ends there.
    public void advance(long nanos) {
        long until = now + nanos;
        for (var next = tasks.peek(); next != null && next.atNanos <= until; next = tasks.peek()) {
            tasks.remove();
            now = next.atNanos;
            next.run.run();
        }
        now = until;
    }

    /// Runs the tasks of this moment: the end of the loop's turn.
    public void endTurn() {
        advance(0);
    }

    public void advanceMillis(long millis) {
        advance(millis * 1_000_000);
    }

    public long elapsedNanos() {
        return now - START_NANOS;
    }
}
