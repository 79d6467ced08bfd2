package dev.headpond.operator.observe;

import dev.headpond.operator.decide.Observation;
import dev.headpond.policy.LoadReport;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;

/// Asks pods for their load, a bounded number at a time. Never throws for what a pod does.
final class PodClient implements AutoCloseable {
    private final ReaderSettings settings;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient http;
    private final Semaphore permits;
    private final LongAdder answered = new LongAdder();
    private final LongAdder timedOut = new LongAdder();
    private final LongAdder unreachable = new LongAdder();
    private final LongAdder refused = new LongAdder();

    PodClient(ReaderSettings settings) {
        this.settings = settings;
        this.permits = new Semaphore(settings.requestsMax(), true);
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(settings.timeout())
                .proxy(HttpClient.Builder.NO_PROXY)
                .followRedirects(HttpClient.Redirect.NEVER)
                .executor(threads)
                .build();
    }

    List<Observation.Pod> read(List<PodAddress> pods) {
        var reads = pods.stream().map(pod -> threads.submit(() -> read(pod))).toList();
        return reads.stream().map(PodClient::joined).toList();
    }

    private static Observation.Pod joined(Future<Observation.Pod> read) {
        try {
            return read.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while pods were read", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("reading a pod never throws", e);
        }
    }

    private Observation.Pod read(PodAddress pod) throws InterruptedException {
        if (pod.ip().isEmpty()) {
            return new Observation.Pod(pod.uid(), pod.ready(), Optional.empty());
        }
        permits.acquire();
        try {
            return new Observation.Pod(pod.uid(), pod.ready(), load(pod));
        } finally {
            permits.release();
        }
    }

    private Optional<LoadReport> load(PodAddress pod) throws InterruptedException {
        CompletableFuture<HttpResponse<String>> answer;
        try {
            answer = http.sendAsync(request(pod), BodyHandlers.limiting(BodyHandlers.ofString(), settings.bytesMax()));
        } catch (IllegalArgumentException _) {
            unreachable.increment();
            return Optional.empty();
        }
        try {
            // The client's own time-out ends with the headers; this one covers the body as well.
            return report(answer.get(settings.timeout().toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException _) {
            answer.cancel(true);
            timedOut.increment();
        } catch (ExecutionException e) {
            failed(e);
        }
        return Optional.empty();
    }

    private static HttpRequest request(PodAddress pod) {
        var host = pod.ip().contains(":") ? "[" + pod.ip() + "]" : pod.ip();
        return HttpRequest.newBuilder(URI.create("http://" + host + ":" + pod.port() + "/load"))
                .GET()
                .build();
    }

    private Optional<LoadReport> report(HttpResponse<String> answer) {
        var report = answer.statusCode() == 200 ? LoadReport.parse(answer.body()) : Optional.<LoadReport>empty();
        (report.isPresent() ? answered : refused).increment();
        return report;
    }

    private void failed(ExecutionException e) {
        (e.getCause() instanceof HttpTimeoutException ? timedOut : unreachable).increment();
    }

    LoadReadCounts counts(long roundsSkipped, long roundsBroken) {
        return new LoadReadCounts(
                answered.sum(), timedOut.sum(), unreachable.sum(), refused.sum(), roundsSkipped, roundsBroken);
    }

    @Override
    public void close() {
        http.shutdownNow();
        threads.shutdownNow();
    }
}
