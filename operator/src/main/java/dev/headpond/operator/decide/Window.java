package dev.headpond.operator.decide;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The last few observations of a buffer, oldest first. Since pods report cumulative counters, any two
/// observations give exact means, and a missed one loses nothing but resolution. Immutable: the reader
/// makes a new one each round.
public final class Window {
    private final DeciderTimings timings;
    private final List<Observation> observations;

    private Window(DeciderTimings timings, List<Observation> observations) {
        this.timings = timings;
        this.observations = List.copyOf(observations);
    }

    public static Window empty(DeciderTimings timings) {
        return new Window(timings, List.of());
    }

    /// The window with one more observation; one that is not newer than the newest is left out.
    public Window with(Observation observation) {
        if (newest().filter(last -> last.atMillis() >= observation.atMillis()).isPresent()) {
            return this;
        }
        long oldest = observation.atMillis() - 2 * timings.staleAfter().toMillis();
        var kept = new ArrayList<Observation>();
        observations.stream().filter(o -> o.atMillis() >= oldest).forEach(kept::add);
        kept.add(observation);
        return new Window(timings, kept.subList(Math.max(0, kept.size() - timings.windowSamples()), kept.size()));
    }

    public Optional<Observation> newest() {
        return observations.isEmpty() ? Optional.empty() : Optional.of(observations.getLast());
    }

    /// Observations, oldest first.
    public List<Observation> observations() {
        return observations;
    }

    /// The last intervals, newest first, at most `most`; those in which no pod could be measured are
    /// left out, and end the list, since "in a row" does not reach over them.
    List<Span> intervals(int most) {
        var spans = new ArrayList<Span>();
        for (int last = observations.size() - 1; last > 0 && spans.size() < most; last--) {
            var span = Span.between(observations, last - 1, last);
            if (span.isEmpty()) {
                break;
            }
            spans.add(span.get());
        }
        return spans;
    }

    /// From the observation `intervals` before the newest to the newest, or from the oldest where there
    /// are fewer.
    Optional<Span> last(int intervals) {
        int newest = observations.size() - 1;
        return newest < 1 ? Optional.empty() : Span.between(observations, Math.max(0, newest - intervals), newest);
    }

    Optional<Span> whole() {
        return last(timings.windowSamples());
    }
}
