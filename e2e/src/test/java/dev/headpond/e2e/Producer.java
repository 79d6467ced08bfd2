package dev.headpond.e2e;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/// A program that posts numbered events one by one, and repeats each until it is accepted, as a careful client does.
/// One thread, `producer`.
final class Producer implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofMillis(2);

    /// @param accepted the events that were answered with 202, each once, in their order
    /// @param repeated the events of which an earlier attempt was never answered: they may be stored twice
    /// @param refusals how often the buffer answered 429 or 503
    /// @param failures other answers, which there should not be
    record Tally(Set<String> accepted, Set<String> repeated, int refusals, List<String> failures) {}

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .build();
    private final URI door;
    private final Thread thread = new Thread(this::produce, "producer");

    // Written by the producer's thread, read after its end.
    private final Set<String> accepted = new LinkedHashSet<>();
    private final Set<String> repeated = new LinkedHashSet<>();
    private final List<String> failures = new ArrayList<>();
    private int refusals;

    private volatile int acceptedSoFar;
    private volatile boolean stopping;

    private Producer(URI door) {
        this.door = door;
    }

    static Producer start(URI door) {
        Producer producer = new Producer(door);
        producer.thread.start();
        return producer;
    }

    /// How many events were accepted by now.
    int accepted() {
        return acceptedSoFar;
    }

    /// Ends after the event at hand.
    Tally stop() throws InterruptedException {
        close();
        thread.join();
        return new Tally(accepted, repeated, refusals, failures);
    }

    private void produce() {
        for (int number = 0; !stopping; number++) {
            String event = "{\"number\":%d}".formatted(number);
            while (!offer(event) && !stopping) {
                LockSupport.parkNanos(PAUSE.multipliedBy(10).toNanos());
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    private boolean offer(String event) {
        try {
            HttpResponse<String> answer = post(http, door, "application/json", BodyPublishers.ofString(event));
            return judge(event, answer);
        } catch (IOException _) {
            repeated.add(event);
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the producer", e);
        }
    }

    private boolean judge(String event, HttpResponse<String> answer) {
        switch (answer.statusCode()) {
            case 202 -> {
                accepted.add(event);
                acceptedSoFar = accepted.size();
                return true;
            }
            case 429, 503 -> refusals++;
            default -> failures.add(answer.statusCode() + " " + answer.body());
        }
        return false;
    }

    static HttpResponse<String> post(HttpClient http, URI door, String type, HttpRequest.BodyPublisher body)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(door)
                .timeout(Duration.ofSeconds(10))
                .header("Content-Type", type)
                .POST(body)
                .build();
        return http.send(request, BodyHandlers.ofString());
    }

    @Override
    public void close() {
        stopping = true;
    }
}
