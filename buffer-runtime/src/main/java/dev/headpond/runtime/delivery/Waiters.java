package dev.headpond.runtime.delivery;

import dev.headpond.runtime.admission.Intake.Settled;
import java.util.ArrayDeque;
import java.util.TreeMap;
import java.util.stream.LongStream;

/// Producers that are answered when their events are settled (Delivered mode), in the order of their positions.
final class Waiters {
    private static final class Waiter {
        final long startPosition;
        final long endPosition;
        final Settled settled;
        int deadLettered;
        int lost;

        Waiter(long startPosition, long endPosition, Settled settled) {
            this.startPosition = startPosition;
            this.endPosition = endPosition;
            this.settled = settled;
        }
    }

    private final ArrayDeque<Waiter> queue = new ArrayDeque<>();

    /// @param startPosition ring position before the request's first event
    /// @param endPosition ring position behind its last one
    void add(long startPosition, long endPosition, Settled settled) {
        queue.add(new Waiter(startPosition, endPosition, settled));
    }

    void deadLettered(long position) {
        for (var waiter : queue) {
            if (waiter.startPosition <= position && position < waiter.endPosition) {
                waiter.deadLettered++;
            }
        }
    }

    /// Charges each of these events to the request that brought it. At shutdown, once.
    void lost(LongStream positions) {
        var byStart = new TreeMap<Long, Waiter>();
        queue.forEach(waiter -> byStart.put(waiter.startPosition, waiter));
        positions.forEach(position -> {
            var entry = byStart.floorEntry(position);
            if (entry != null && position < entry.getValue().endPosition) {
                entry.getValue().lost++;
            }
        });
    }

    /// Answers everybody whose events all stand before `position`.
    void deliveredTo(long position) {
        for (var next = queue.peek(); next != null && next.endPosition <= position; next = queue.peek()) {
            queue.remove();
            next.settled.settled(next.deadLettered, next.lost);
        }
    }

    int count() {
        return queue.size();
    }
}
