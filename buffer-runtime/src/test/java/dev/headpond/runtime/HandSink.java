package dev.headpond.runtime;

import dev.headpond.runtime.sink.Batch;
import dev.headpond.runtime.sink.Outcome;
import dev.headpond.runtime.sink.Sink;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/// A sink whose answers a test gives by hand.
final class HandSink implements Sink {
    record Write(int lane, long number, List<Long> events, Consumer<Outcome> done) {
        void answer(Outcome outcome) {
            done.accept(outcome);
        }

        int count() {
            return events.size();
        }
    }

    final List<Write> writes = new ArrayList<>();

    @Override
    public void write(int lane, long batchNumber, Batch batch, Consumer<Outcome> done) {
        var events = IntStream.range(0, batch.count())
                .mapToObj(batch::event)
                .map(TestEvents::number)
                .toList();
        writes.add(new Write(lane, batchNumber, events, done));
    }

    Write last() {
        return writes.getLast();
    }

    void answerLast(Outcome outcome) {
        last().answer(outcome);
    }

    @Override
    public void close() {}
}
