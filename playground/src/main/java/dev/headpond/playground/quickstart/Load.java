package dev.headpond.playground.quickstart;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/// Producers that together send at a constant rate, whatever the answers are (an open loop): NDJSON requests of 100
/// small events. What is refused with 429 or 503 is sent again after the time that the refusal asks for, with jitter,
/// a few times; the number of requests that wait for that is bounded. So the load asks for more than it was when it is
/// refused, as real clients do, but not without end.
final class Load implements AutoCloseable {
    private static final int EVENTS_PER_REQUEST = 100;
    private static final int SENDERS = 16;
    private static final int RETRIES_MAX = 3;
    private static final int WAITING_MAX = 600;

    /// @param sent events in first attempts
    /// @param accepted events that were answered with 202
    /// @param refused events in requests that were refused, counted for each attempt
    /// @param givenUp events that were refused to the end
    /// @param unclear events in requests that got no whole answer
    record Counts(long sent, long accepted, long refused, long givenUp, long unclear) {}

    private static final class Request implements Delayed {
        private final byte[] body;
        private final int attempt;
        private final long dueNanos;

        private Request(byte[] body, int attempt, long dueNanos) {
            this.body = body;
            this.attempt = attempt;
            this.dueNanos = dueNanos;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(dueNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
        }
    }

    private final InetSocketAddress endpoint;
    private final long intervalNanos;
    private final DelayQueue<Request> queue = new DelayQueue<>();
    private final List<Thread> threads = new ArrayList<>();
    private final LongAdder sent = new LongAdder();
    private final LongAdder accepted = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder givenUp = new LongAdder();
    private final LongAdder unclear = new LongAdder();
    private final LongAdder busy = new LongAdder();
    private volatile boolean running = true;

    private Load(InetSocketAddress endpoint, int eventsPerSecond) {
        this.endpoint = endpoint;
        this.intervalNanos = TimeUnit.SECONDS.toNanos(EVENTS_PER_REQUEST) / eventsPerSecond;
    }

    static Load start(InetSocketAddress endpoint, int eventsPerSecond) {
        var load = new Load(endpoint, eventsPerSecond);
        load.threads.add(Thread.ofVirtual().name("load-clock").start(load::keepTime));
        for (int i = 0; i < SENDERS; i++)
            load.threads.add(Thread.ofVirtual().name("load-sender-" + i).start(load::send));
        return load;
    }

    private void keepTime() {
        long due = System.nanoTime();
        long number = 0;
        while (running) {
            queue.add(new Request(body(number++), 0, due));
            sent.add(EVENTS_PER_REQUEST);
            due += intervalNanos;
            try {
                TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
            } catch (InterruptedException _) {
                return;
            }
        }
    }

    private static byte[] body(long number) {
        var body = new StringBuilder(EVENTS_PER_REQUEST * 80);
        for (int i = 0; i < EVENTS_PER_REQUEST; i++) {
            long order = number * EVENTS_PER_REQUEST + i;
            body.append("{\"order\":").append(order).append(",\"sku\":\"A-").append(order % 977);
            body.append("\",\"quantity\":").append(1 + order % 5).append(",\"currency\":\"EUR\"}\n");
        }
        return body.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private void send() {
        var random = new Random();
        try (var connection = new ProducerConnection(endpoint)) {
            while (true) {
                var request = queue.take();
                busy.increment();
                try {
                    settle(request, connection.post("application/x-ndjson", request.body), random);
                } catch (IOException _) {
                    unclear.add(EVENTS_PER_REQUEST);
                } finally {
                    busy.decrement();
                }
            }
        } catch (InterruptedException | IOException _) {
            // closed
        }
    }

    private void settle(Request request, ProducerConnection.Answer answer, Random random) {
        if (answer.isAccepted()) {
            accepted.add(EVENTS_PER_REQUEST);
            return;
        }
        refused.add(EVENTS_PER_REQUEST);
        boolean again = answer.isRetryable() && request.attempt < RETRIES_MAX && queue.size() < WAITING_MAX && running;
        if (!again) {
            givenUp.add(EVENTS_PER_REQUEST);
            return;
        }
        double seconds = Math.max(1, answer.retryAfterSeconds()) * (1 + random.nextDouble());
        queue.add(new Request(request.body, request.attempt + 1, System.nanoTime() + (long) (seconds * 1e9)));
    }

    Counts counts() {
        return new Counts(sent.sum(), accepted.sum(), refused.sum(), givenUp.sum(), unclear.sum());
    }

    /// Sends nothing new and waits until all that is under way has been answered or given up.
    void stop() throws InterruptedException {
        running = false;
        threads.getFirst().join();
        while (!queue.isEmpty() || busy.sum() > 0) Thread.sleep(20);
    }

    @Override
    public void close() {
        running = false;
        threads.forEach(Thread::interrupt);
    }
}
