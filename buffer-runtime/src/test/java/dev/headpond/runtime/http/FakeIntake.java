package dev.headpond.runtime.http;

import dev.headpond.runtime.admission.EventSlices;
import dev.headpond.runtime.admission.Intake;
import dev.headpond.runtime.admission.Verdict;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Takes everything and remembers it, or gives the verdict that a test sets.
final class FakeIntake implements Intake {
    final List<String> taken = new CopyOnWriteArrayList<>();
    final AtomicInteger invalid = new AtomicInteger();
    final Queue<Settled> waiting = new ConcurrentLinkedQueue<>(new ArrayDeque<>());
    volatile @Nullable Verdict beforeBody;
    volatile @Nullable Verdict instead;
    private int position;

    @Override
    public Optional<Verdict> beforeBody(long declaredBytes) {
        return Optional.ofNullable(beforeBody);
    }

    @Override
    public Verdict offer(EventSlices events, @Nullable Settled whenDelivered) {
        var refusal = instead;
        if (refusal != null) {
            return refusal;
        }
        for (int i = 0; i < events.count(); i++) {
            var bytes = new byte[events.length(i)];
            events.body().get(events.offset(i), bytes);
            taken.add(new String(bytes, StandardCharsets.UTF_8));
        }
        if (whenDelivered != null) {
            waiting.add(whenDelivered);
        }
        position += (int) events.bytes();
        return new Verdict.Admitted(position);
    }

    @Override
    public void refused(int invalidEvents) {
        invalid.addAndGet(invalidEvents);
    }
}
