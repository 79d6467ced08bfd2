package dev.headpond.playground.quickstart;

import java.io.IOException;
import java.net.InetSocketAddress;

/// Sends one request after the other, and each until it is accepted: it waits as long as a refusal asks for.
final class PatientProducer implements AutoCloseable {
    private static final int REFUSALS_MAX = 30;

    private final ProducerConnection connection;
    private int refusals;

    PatientProducer(InetSocketAddress endpoint) {
        this.connection = new ProducerConnection(endpoint);
    }

    void post(String contentType, byte[] body) throws Failure, InterruptedException {
        var answer = send(contentType, body);
        while (answer.isRetryable()) {
            if (++refusals > REFUSALS_MAX) throw new Failure("refused again and again: " + answer);
            Thread.sleep(1_000L * Math.max(1, answer.retryAfterSeconds()));
            answer = send(contentType, body);
        }
        if (!answer.isAccepted()) throw new Failure("an event was not accepted: " + answer);
    }

    private ProducerConnection.Answer send(String contentType, byte[] body) throws Failure {
        try {
            return connection.post(contentType, body);
        } catch (IOException e) {
            throw new Failure("a request got no answer: " + e.getMessage(), e);
        }
    }

    int refusals() {
        return refusals;
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (IOException _) {
            // all answers are here
        }
    }
}
