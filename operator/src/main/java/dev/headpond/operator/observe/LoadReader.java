package dev.headpond.operator.observe;

import dev.headpond.operator.decide.DeciderTimings;
import dev.headpond.operator.decide.Observation;
import dev.headpond.operator.decide.Window;
import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Reads `/load` of the pods of every watched buffer, each period, and keeps the last observations.
///
/// Threads: `load-reader` only starts rounds. Each round runs on a virtual thread of its own and asks
/// its pods side by side, with at most `requestsMax` requests in flight over all buffers. A buffer whose
/// round is not over when the next is due is left out once. Nothing that a pod, a supplier or the
/// listener does ends the reading of this or of another buffer: it is counted, and the next round comes.
public final class LoadReader implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(LoadReader.class.getName());

    private final ReaderSettings settings;
    private final DeciderTimings timings;
    private final InstantSource clock;
    private final Consumer<String> onSample;
    private final PodClient client;
    private final Map<String, Reading> readings = new ConcurrentHashMap<>();
    private final LongAdder roundsSkipped = new LongAdder();
    private final LongAdder roundsBroken = new LongAdder();
    private final ScheduledExecutorService starter = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("load-reader").factory());

    /// @param onSample called with a buffer's key after each round, on the round's thread; it should
    ///     only enqueue
    public LoadReader(ReaderSettings settings, DeciderTimings timings, InstantSource clock, Consumer<String> onSample) {
        this.settings = settings;
        this.timings = timings;
        this.clock = clock;
        this.onSample = onSample;
        this.client = new PodClient(settings);
    }

    /// Starts reading a buffer, or replaces where its pods are found; the window is kept.
    ///
    /// @param bufferKey `namespace/name`
    /// @param pods every pod of the buffer that is not being deleted; asked at the begin of each round,
    ///     and must
    ///     not block
    public void watch(String bufferKey, Supplier<List<PodAddress>> pods) {
        readings.compute(bufferKey, (key, reading) -> reading == null ? start(key, pods) : reading.from(pods));
    }

    /// Ends reading a buffer and forgets its window.
    public void forget(String bufferKey) {
        var reading = readings.remove(bufferKey);
        if (reading != null) {
            reading.stop();
        }
    }

    /// The last observations of a buffer; empty for one that is not watched.
    public Window window(String bufferKey) {
        var reading = readings.get(bufferKey);
        return reading == null ? Window.empty(timings) : reading.window;
    }

    public LoadReadCounts counts() {
        return client.counts(roundsSkipped.sum(), roundsBroken.sum());
    }

    @Override
    public void close() {
        starter.shutdownNow();
        readings.values().forEach(Reading::stop);
        readings.clear();
        client.close();
    }

    private Reading start(String key, Supplier<List<PodAddress>> pods) {
        var reading = new Reading(key, pods);
        // Spread over the period, so that hundreds of buffers are not all asked in the same instant.
        long period = settings.period().toMillis();
        long phase = Math.floorMod(key.hashCode(), period);
        reading.schedule = starter.scheduleAtFixedRate(reading::begin, phase, period, TimeUnit.MILLISECONDS);
        return reading;
    }

    /// One buffer. `begin` runs on the starter, `round` on the round's thread; `busy` is what keeps
    /// rounds apart.
    private final class Reading {
        private final String key;
        private final AtomicBoolean busy = new AtomicBoolean();
        private volatile Supplier<List<PodAddress>> pods;
        private volatile Window window = Window.empty(timings);
        private volatile boolean stopped;
        private volatile @Nullable Future<?> schedule;

        Reading(String key, Supplier<List<PodAddress>> pods) {
            this.key = key;
            this.pods = pods;
        }

        Reading from(Supplier<List<PodAddress>> others) {
            pods = others;
            return this;
        }

        void stop() {
            stopped = true;
            var scheduled = schedule;
            if (scheduled != null) {
                scheduled.cancel(false);
            }
        }

        void begin() {
            if (busy.compareAndSet(false, true)) {
                Thread.ofVirtual().name("load-" + key).start(this::round);
            } else {
                roundsSkipped.increment();
            }
        }

        private void round() {
            guarded(() -> {
                long at = clock.millis();
                window = window.with(new Observation(at, client.read(pods.get())));
            });
            guarded(() -> onSample.accept(key));
            busy.set(false);
        }

        private void guarded(Runnable part) {
            if (stopped) {
                return;
            }
            try {
                part.run();
            } catch (RuntimeException e) {
                if (stopped) {
                    return;
                }
                roundsBroken.increment();
                LOG.log(Level.WARNING, "A round of reading the loads of " + key + " broke; the next one comes", e);
            }
        }
    }
}
