package dev.headpond.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.headpond.runtime.admission.Verdict;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The door over real sockets.
class DoorTest {
    private static final String JSON = "application/json";
    private static final String NDJSON = "application/x-ndjson";
    private static final String SMALL = """
            "ingest": {"maxRequestBytes": "4Ki", "maxEventBytes": "256"}, "batch": {"maxBytes": "1Ki"},
            "admission": {"eventsPerSecond": 1000, "burst": 500},""";

    private OpenDoor open;

    @BeforeEach
    void open() throws Exception {
        open = new OpenDoor(SMALL, Optional.empty());
    }

    /// Whatever happened in a test, no body's memory may be left.
    @AfterEach
    void nothingIsHeldAndClose() throws Exception {
        await().untilAsserted(() -> assertThat(open.bodyBytesHeld()).isZero());
        open.close();
    }

    private void reopen(String sections) throws Exception {
        open.close();
        open = new OpenDoor(sections, Optional.empty());
    }

    @Test
    void anEventIsTakenAndAnswered() throws Exception {
        var answer = open.client().post(JSON, "{\"a\": 1}\n").answer();
        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.body()).isEqualTo("{\"accepted\":1,\"rejected\":[]}");
        assertThat(answer.headers())
                .containsEntry("headpond-acknowledge", "Buffered")
                .containsEntry("content-type", JSON)
                .containsKey("date")
                .doesNotContainKey("connection");
        assertThat(open.intake.taken).containsExactly("{\"a\": 1}");
    }

    @Test
    void invalidEventsAreListedAndTheOthersTaken() throws Exception {
        var answer = open.client()
                .post(NDJSON, "{\"a\":1}\n{\"a\"\n\"" + "x".repeat(300) + "\"\n2\n")
                .answer();
        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.body())
                .startsWith("{\"accepted\":2,\"rejected\":[{\"index\":1,\"reason\":\"not JSON")
                .contains("{\"index\":2,\"reason\":\"of 302 bytes, over ingest.maxEventBytes (256)\"}]}");
        assertThat(open.intake.taken).containsExactly("{\"a\":1}", "2");
        assertThat(open.intake.invalid).hasValue(2);
    }

    @Test
    void noValidEventIsABadRequestThatListsThem() throws Exception {
        var answer = open.client().post(NDJSON, "{\n}\n").answer();
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.headers()).containsEntry("content-type", "application/problem+json");
        assertThat(answer.body())
                .contains("\"type\":\"urn:headpond:problem:invalid-events\"", "\"status\":400", "\"title\":\"")
                .contains("\"detail\":\"none of 2 events is valid\"", "\"index\":0", "\"index\":1");
    }

    @Test
    void manyRequestsShareAConnection() throws Exception {
        var client = open.client();
        for (int i = 0; i < 100; i++) {
            assertThat(client.post(JSON, Integer.toString(i)).answer().status()).isEqualTo(202);
        }
        assertThat(open.intake.taken).hasSize(100);
    }

    @Test
    void bodiesMayComeInAnyPieces() throws Exception {
        var body = "[" + "{\"a\":\"0123456789\"},".repeat(150) + "1]";
        var head = "POST /v1/events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: "
                + body.length() + "\r\n\r\n";
        var bytes = (head + body).getBytes(StandardCharsets.UTF_8);
        var client = open.client();
        for (int i = 0; i < bytes.length; i += 97) {
            client.send(java.util.Arrays.copyOfRange(bytes, i, Math.min(bytes.length, i + 97)));
        }
        assertThat(client.answer().body()).startsWith("{\"accepted\":151,");
    }

    @Test
    void chunkedBodiesAreTaken() throws Exception {
        var client = open.client();
        client.send("POST /v1/events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n5\r\n{\"a\":\r\n");
        client.send("3\r\n 7}\r\n0\r\n\r\n");
        assertThat(client.answer().status()).isEqualTo(202);
        assertThat(open.intake.taken).containsExactly("{\"a\": 7}");
    }

    @Test
    void aChunkedBodyOverTheBoundIsCutOff() throws Exception {
        var client = open.client();
        client.send("POST /v1/events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n");
        client.send("1000\r\n" + " ".repeat(0x1000) + "\r\n").send("10\r\n");
        client.send("0123456789abcdef\r\n");
        assertThat(client.answer().status()).isEqualTo(413);
        assertThat(client.isEnded()).isTrue();
    }

    @Test
    void aDeclaredLengthOverTheBoundIsRefusedBeforeTheBody() throws Exception {
        var client = open.client()
                .send("POST /v1/events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                        + "Content-Length: 4097\r\n\r\n");
        var answer = client.answer();
        assertThat(answer.status()).isEqualTo(413);
        assertThat(answer.body()).contains("at most 4Ki (ingest.maxRequestBytes)");
        assertThat(answer.headers()).containsEntry("connection", "close");
        assertThat(client.isEnded()).isTrue();
    }

    @Test
    void aSingleEventOverTheBoundIs413() throws Exception {
        var answer = open.client().post(JSON, "\"" + "x".repeat(300) + "\"").answer();
        assertThat(answer.status()).isEqualTo(413);
        assertThat(answer.body()).contains("event-too-large", "ingest.maxEventBytes (256)");
    }

    @Test
    void moreEventsThanTheBurstAre413AndSaySo() throws Exception {
        var client = open.client();
        assertThat(client.post(NDJSON, "1\n".repeat(500)).answer().status()).isEqualTo(202);
        var answer = client.post(NDJSON, "1\n".repeat(501)).answer();
        assertThat(answer.status()).isEqualTo(413);
        assertThat(answer.body()).contains("at most 500 events", "admission.burst");
        assertThat(client.post(JSON, "1").answer().status()).isEqualTo(202);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
        GET /v1/events HTTP/1.1                 | 405 | allow: POST
        PUT /v1/events HTTP/1.1                 | 405 | allow: POST
        POST / HTTP/1.1                         | 404 |
        POST /v1/events/ HTTP/1.1               | 404 |
        POST /v1/events HTTP/2.0                | 505 |
        POST /v1/events HTTP/1.1;Content-Type: text/plain                    | 415 | accept-post: application/json
        POST /v1/events HTTP/1.1                | 415 | accept-post: application/json
        POST /v1/events HTTP/1.1;Content-Type: application/json; charset=iso-8859-1 | 415 |
        POST /v1/events HTTP/1.1;Content-Type: application/json;Content-Encoding: gzip | 415 | accept-encoding: identity
        POST /v1/events HTTP/1.1;Content-Type: application/json;Expect: magic | 417 |
        POST /v1/events HTTP/1.1;Transfer-Encoding: gzip, chunked            | 501 | connection: close
        POST /v1/events HTTP/1.1;Transfer-Encoding: chunked;Content-Length: 3 | 400 | connection: close
        POST /v1/events HTTP/1.1;Content-Length: 3;Content-Length: 4         | 400 | connection: close
        POST /v1/events HTTP/1.1;Content-Length: +3                          | 400 | connection: close
        POST /v1/events HTTP/1.1;Host: y                                     | 400 | connection: close
        POST /v1/events HTTP/1.1;Bad Header: y                               | 400 | connection: close
        nonsense                                                             | 400 | connection: close
        """)
    void whatIsNotARequestForEventsIsRefused(String head, int status, String header) throws Exception {
        var lines = head.split(";(?! charset)", -1);
        var text = lines[0] + "\r\nHost: x\r\n"
                + String.join(
                        "",
                        java.util.Arrays.stream(lines)
                                .skip(1)
                                .map(l -> l + "\r\n")
                                .toList())
                + "\r\n";
        var answer = open.client().send(text).answer();
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.body()).contains("\"status\":" + status);
        if (header != null) {
            var parts = header.split(": ", 2);
            assertThat(answer.headers().get(parts[0])).startsWith(parts[1]);
        }
        assertThat(open.intake.taken).isEmpty();
    }

    /// The classic: two servers in a row that disagree on where the first request ends.
    @Test
    void aSmuggledRequestIsNeverServed() throws Exception {
        var client = open.client();
        client.send("POST /v1/events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 4\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nPOST /v1/events HTTP/1.1\r\nHost: x\r\n"
                + "Content-Type: application/json\r\nContent-Length: 1\r\n\r\n1");
        assertThat(client.answer().status()).isEqualTo(400);
        assertThat(client.isEnded()).isTrue();
        assertThat(open.intake.taken).isEmpty();
    }

    @Test
    void emptyBodiesAreToldWhatToSend() throws Exception {
        var client = open.client();
        assertThat(client.post(JSON, "").answer().body()).contains("the body is empty");
        assertThat(client.post(NDJSON, "\n \r\n").answer().body()).contains("the body is empty");
        assertThat(client.post(JSON, "[]").answer().body()).contains("the array is empty");
    }

    @Test
    void continueIsSaidWhenTheBodyWouldBeTaken() throws Exception {
        var client = open.client()
                .send("POST /v1/events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                        + "Expect: 100-continue\r\nContent-Length: 1\r\n\r\n");
        assertThat(client.answer().status()).isEqualTo(100);
        assertThat(client.send("1").answer().status()).isEqualTo(202);
    }

    @Test
    void continueIsNotSaidWhenItWouldNot() throws Exception {
        open.intake.beforeBody = new Verdict.OverHighWater(1);
        var client = open.client()
                .send("POST /v1/events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                        + "Expect: 100-continue\r\nContent-Length: 1\r\n\r\n");
        assertThat(client.answer().status()).isEqualTo(429);
        assertThat(client.isEnded()).isTrue();
    }

    @Test
    void overTheRateIsAnHonest429() throws Exception {
        open.intake.instead = new Verdict.RateLimited(2_100_000_000L);
        var client = open.client();
        var answer = client.post(JSON, "1").answer();
        assertThat(answer.status()).isEqualTo(429);
        assertThat(answer.headers())
                .containsEntry("retry-after", "3")
                .containsEntry("ratelimit-policy", "\"events\";q=1000;w=1")
                .containsEntry("ratelimit", "\"events\";r=0;t=3");
        open.intake.instead = new Verdict.RateLimited(1);
        assertThat(client.post(JSON, "1").answer().headers()).containsEntry("retry-after", "1");
        open.intake.instead = null;
        assertThat(client.post(JSON, "1").answer().status()).isEqualTo(202);
    }

    /// A refusal before the body reads the body over: the connection stays in step.
    @Test
    void aConnectionOutlivesRefusalsBeforeTheBody() throws Exception {
        var client = open.client();
        open.intake.beforeBody = new Verdict.OverHighWater(1);
        assertThat(client.post(JSON, "[" + "1,".repeat(1000) + "1]").answer().status())
                .isEqualTo(429);
        open.intake.beforeBody = null;
        assertThat(client.post("text/plain", "POST /v1/events HTTP/1.1\r\n\r\n")
                        .answer()
                        .status())
                .isEqualTo(415);
        assertThat(client.post(JSON, "1").answer().status()).isEqualTo(202);
        assertThat(open.intake.taken).containsExactly("1");
    }

    @Test
    void aStoppingPodAnswers503AndCloses() throws Exception {
        var client = open.client();
        assertThat(client.post(JSON, "1").answer().headers()).doesNotContainKey("connection");
        open.door.startClosing();
        open.loop.submit(() -> {}).sync();
        var stillServed = client.post(JSON, "2").answer();
        assertThat(stillServed.status()).isEqualTo(202);
        assertThat(stillServed.headers()).containsEntry("connection", "close");
        assertThat(client.isEnded()).isTrue();
        open.intake.instead = new Verdict.NotServing(true);
        var answer = open.client().post(JSON, "3").answer();
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.headers()).containsEntry("retry-after", "1").containsEntry("connection", "close");
    }

    @Test
    void http10IsAnsweredAndClosed() throws Exception {
        var client = open.client()
                .send("POST /v1/events HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: 1\r\n\r\n1");
        assertThat(client.answer().status()).isEqualTo(202);
        assertThat(client.isEnded()).isTrue();
    }

    @Test
    void structuredAndBatchedCloudEventsAreTaken() throws Exception {
        var event = "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"s\",\"type\":\"t\"}";
        var client = open.client();
        assertThat(client.post("application/cloudevents+json; charset=UTF-8", event)
                        .answer()
                        .status())
                .isEqualTo(202);
        assertThat(client.post("application/cloudevents-batch+json", "[" + event + "," + event + "]")
                        .answer()
                        .status())
                .isEqualTo(202);
        assertThat(open.intake.taken).containsExactly(event, event, event);
        assertThat(client.post("application/cloudevents+json", "{}").answer().body())
                .contains("specversion is missing");
    }

    @Test
    void aBinaryCloudEventIsStoredStructured() throws Exception {
        var headers = "ce-specversion: 1.0\r\nCe-Id: 7\r\nce-source: s\r\nce-type: t\r\n";
        var client = open.client();
        assertThat(client.post(JSON, "{ }".getBytes(StandardCharsets.UTF_8), headers)
                        .answer()
                        .status())
                .isEqualTo(202);
        assertThat(open.intake.taken)
                .containsExactly("{\"specversion\":\"1.0\",\"id\":\"7\",\"source\":\"s\",\"type\":\"t\","
                        + "\"datacontenttype\":\"application/json\",\"data\":{ }}");
        var incomplete = client.post("text/plain", new byte[] {1}, "ce-specversion: 1.0\r\n")
                .answer();
        assertThat(incomplete.status()).isEqualTo(400);
        assertThat(incomplete.body()).contains("id is missing");
    }

    @Test
    void deliveredAnswersComeInOrderAndOnlyWhenSettled() throws Exception {
        reopen("\"buffer\": {\"acknowledge\": \"Delivered\"},");
        var client = open.client();
        client.post(JSON, "[1,2]").post(JSON, "3").post(JSON, "{").post(JSON, "4");
        await().until(() -> open.intake.waiting.size() == 3);
        var settled = new java.util.ArrayList<>(open.intake.waiting);
        open.loop.submit(() -> settled.get(1).settled(0, 0)).sync();
        assertThat(open.statuses).isEmpty();
        open.loop.submit(() -> settled.get(0).settled(1, 0)).sync();
        var first = client.answer();
        assertThat(first.status()).isEqualTo(200);
        assertThat(first.headers()).containsEntry("headpond-acknowledge", "Delivered");
        assertThat(first.body()).isEqualTo("{\"accepted\":2,\"deadLettered\":1,\"rejected\":[]}");
        assertThat(client.answer().status()).isEqualTo(200);
        assertThat(client.answer().status()).isEqualTo(400);
        open.loop.submit(() -> settled.get(2).settled(0, 1)).sync();
        var lost = client.answer();
        assertThat(lost.status()).isEqualTo(503);
        assertThat(lost.body()).contains("1 of 1 events were given up");
    }

    /// A producer that pipelines and never waits is read no further, and everything is answered in the end.
    @Test
    void pipeliningIsBounded() throws Exception {
        reopen("\"buffer\": {\"acknowledge\": \"Delivered\"},");
        var client = open.client();
        int requests = 60;
        var sender = Thread.ofVirtual().start(() -> {
            for (int i = 0; i < requests; i++) {
                try {
                    client.post(JSON, "\"" + "x".repeat(60_000) + i + "\"");
                } catch (java.io.IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            }
        });
        int unanswered = 0;
        for (int i = 0; i < requests; i++) {
            await().until(() -> !open.intake.waiting.isEmpty());
            unanswered = Math.max(unanswered, open.intake.waiting.size());
            var next = open.intake.waiting.remove();
            open.loop.submit(() -> next.settled(0, 0)).sync();
            assertThat(client.answer().status()).isEqualTo(200);
        }
        sender.join();
        assertThat(unanswered).isLessThanOrEqualTo(2 * Connection.PIPELINED_MAX);
    }

    @Test
    void aProducerThatLeavesIsForgotten() throws Exception {
        reopen("\"buffer\": {\"acknowledge\": \"Delivered\"},");
        var client = open.client();
        client.post(JSON, "1");
        await().until(() -> open.intake.waiting.size() == 1);
        client.close();
        open.loop.submit(() -> open.intake.waiting.remove().settled(0, 0)).sync();
        assertThat(open.client().post(JSON, "{").answer().status()).isEqualTo(400);
    }

    @Test
    void theTokenIsAskedForAndMayBeRotated() throws Exception {
        open.close();
        var token = new AtomicReference<>("s3cret".getBytes(StandardCharsets.UTF_8));
        open = new OpenDoor(SMALL, Optional.of(token::get));
        var one = "1".getBytes(StandardCharsets.UTF_8);
        var client = open.client();
        var missing = client.post(JSON, "1").answer();
        assertThat(missing.status()).isEqualTo(401);
        assertThat(missing.headers()).containsEntry("www-authenticate", "Bearer");
        assertThat(client.post(JSON, one, "Authorization: Bearer other\r\n")
                        .answer()
                        .status())
                .isEqualTo(401);
        assertThat(client.post(JSON, one, "Authorization: Basic s3cret\r\n")
                        .answer()
                        .status())
                .isEqualTo(401);
        assertThat(client.post(JSON, one, "Authorization: bearer s3cret\r\n")
                        .answer()
                        .status())
                .isEqualTo(202);
        token.set("new".getBytes(StandardCharsets.UTF_8));
        assertThat(client.post(JSON, one, "Authorization: Bearer s3cret\r\n")
                        .answer()
                        .status())
                .isEqualTo(401);
        assertThat(client.post(JSON, one, "Authorization: Bearer new\r\n")
                        .answer()
                        .status())
                .isEqualTo(202);
        token.set(new byte[0]);
        assertThat(client.post(JSON, one, "Authorization: Bearer \r\n").answer().status())
                .isEqualTo(401);
    }

    @Test
    void anIdleProducerIsLetGo() throws Exception {
        reopen("\"ingest\": {\"idleTimeout\": \"1s\"},");
        assertThat(open.client().isEnded()).isTrue();
    }
}
