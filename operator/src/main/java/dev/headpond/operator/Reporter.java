package dev.headpond.operator;

import dev.headpond.crds.IngestionBuffer;
import dev.headpond.operator.Memories.Memory;
import dev.headpond.operator.status.Events;
import dev.headpond.operator.status.Facts;
import dev.headpond.operator.status.Notice;
import dev.headpond.operator.status.StatusReport;
import dev.headpond.operator.status.StatusWriter;
import dev.headpond.operator.status.WriteRhythm;
import java.time.Duration;
import java.util.Optional;

/// The end of a pass: writes status when something in it changed, and Events for what a person should hear of.
final class Reporter {
    private final StatusWriter writer;
    private final Events events;
    private final Memories memories;

    Reporter(StatusWriter writer, Events events, Memories memories) {
        this.writer = writer;
        this.events = events;
        this.memories = memories;
    }

    /// @return when to come again, if the write has to wait
    Optional<Duration> report(IngestionBuffer buffer, Memory memory, Facts facts) {
        var before = memory.status();
        var next = StatusReport.of(facts, before);
        var sinceLast = Duration.ofMillis(facts.atMillis() - memory.writtenAtMillis());
        var delay = WriteRhythm.delay(next, before, sinceLast);
        if (delay == null) {
            memories.keep(buffer, memory);
            return Optional.empty();
        }
        if (delay.isPositive()) {
            return Optional.of(delay);
        }
        writer.write(buffer, next);
        memories.keep(buffer, memory.wrote(next, facts.atMillis()));
        Notice.between(before, next).forEach(notice -> events.write(buffer, notice));
        return Optional.empty();
    }
}
