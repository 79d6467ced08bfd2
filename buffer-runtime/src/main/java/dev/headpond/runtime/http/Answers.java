package dev.headpond.runtime.http;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.headpond.policy.AdmissionPolicy;
import dev.headpond.policy.BufferPolicy.Acknowledge;
import dev.headpond.policy.Policy;
import dev.headpond.runtime.admission.Verdict;
import dev.headpond.runtime.http.decode.EventReader;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/// Writes complete answers: status line, headers and body in one buffer. An encoder's objects for each header would
/// cost more than everything else that is done for a small request.
final class Answers {
    private static final String JSON = "application/json";
    private static final String PROBLEM = "application/problem+json";

    /// A pod that stops is gone for good in half a minute; another one is there at once.
    private static final long RETRY_OTHER_POD_NANOS = Duration.ofSeconds(1).toNanos();

    private final AdmissionPolicy admission;
    private final Acknowledge mode;
    private final InstantSource clock;
    private String date = "";

    Answers(Policy policy, InstantSource clock) {
        this.admission = policy.admission();
        this.mode = policy.buffer().acknowledge();
        this.clock = clock;
        refreshDate();
    }

    /// To be called every second.
    void refreshDate() {
        date = DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.ofInstant(clock.instant(), ZoneOffset.UTC));
    }

    /// 202: in the ring (or the journal).
    ByteBuf accepted(ByteBufAllocator buffers, boolean close, int accepted, String rejected) {
        return success(buffers, "202 Accepted", close, "{\"accepted\":" + accepted + "," + rejected + "}");
    }

    /// 200: in the sink, but for those that it will never take.
    ByteBuf delivered(ByteBufAllocator buffers, boolean close, int accepted, int deadLettered, String rejected) {
        var dead = deadLettered == 0 ? "" : "\"deadLettered\":" + deadLettered + ",";
        return success(buffers, "200 OK", close, "{\"accepted\":" + accepted + "," + dead + rejected + "}");
    }

    private ByteBuf success(ByteBufAllocator buffers, String status, boolean close, String body) {
        return write(buffers, status, JSON, "Headpond-Acknowledge: " + mode + "\r\n", close, false, body);
    }

    ByteBuf refusal(ByteBufAllocator buffers, Refusal refusal, boolean close, boolean headOnly) {
        var type = refusal.type();
        var body = "{\"type\":\"" + type.uri + "\",\"title\":\"" + type.title + "\",\"status\":" + type.status
                + ",\"detail\":" + quoted(refusal.detail()) + refusal.members() + "}";
        var status = type.status + " " + type.reasonPhrase;
        return write(buffers, status, PROBLEM, refusal.headers(), close, headOnly, body);
    }

    private ByteBuf write(
            ByteBufAllocator buffers,
            String status,
            String contentType,
            String headers,
            boolean close,
            boolean headOnly,
            String body) {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        var head = "HTTP/1.1 " + status + "\r\nContent-Type: " + contentType + "\r\nDate: " + date + "\r\n" + headers
                + (close ? "Connection: close\r\n" : "") + "Content-Length: " + content.length + "\r\n\r\n";
        var answer = buffers.buffer(head.length() + content.length);
        answer.writeCharSequence(head, StandardCharsets.US_ASCII);
        return headOnly ? answer : answer.writeBytes(content);
    }

    /// What a verdict that is no admission says to the producer.
    Optional<Refusal> refusal(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Admitted _ -> Optional.empty();
            case Verdict.RateLimited(long nanos) ->
                Optional.of(limited(
                        Refusal.of(
                                ProblemType.RATE_LIMITED,
                                "over " + admission.eventsPerSecond() + " events/s of this pod; send again later"),
                        nanos));
            case Verdict.OverHighWater(long nanos) ->
                Optional.of(limited(
                        Refusal.of(
                                ProblemType.BUFFER_FULL,
                                "the sink is slower than what comes in, and the buffer is at its high-water mark;"
                                        + " send again later"),
                        nanos));
            case Verdict.NeverFits(long eventsMax) -> Optional.of(tooMany(eventsMax));
            case Verdict.NotServing(boolean draining) ->
                Optional.of(Refusal.of(
                                ProblemType.NOT_SERVING,
                                draining ? "this pod is stopping; send again" : "this pod is starting; send again")
                        .retryAfter(RETRY_OTHER_POD_NANOS));
        };
    }

    Refusal tooMany(long eventsMax) {
        return Refusal.of(
                ProblemType.TOO_MANY_EVENTS,
                "at most " + eventsMax + " events can be admitted at once (admission.burst); split the request");
    }

    /// draft-ietf-httpapi-ratelimit-headers: the quota is the rate, its window one second.
    private Refusal limited(Refusal refusal, long nanos) {
        return refusal.retryAfter(nanos)
                .withHeader("RateLimit-Policy", "\"events\";q=" + admission.eventsPerSecond() + ";w=1")
                .withHeader("RateLimit", "\"events\";r=0;t=" + Refusal.wholeSeconds(nanos));
    }

    /// The member `rejected` of an answer, and `rejectedNotListed` where there are too many to list.
    static String rejected(EventReader read) {
        if (read.rejectedCount() == 0) {
            return "\"rejected\":[]";
        }
        var json = new StringBuilder("\"rejected\":[");
        var separator = "";
        for (var event : read.rejected()) {
            json.append(separator).append("{\"index\":").append(event.index());
            json.append(",\"reason\":").append(quoted(event.reason())).append('}');
            separator = ",";
        }
        int unlisted = read.rejectedCount() - read.rejected().size();
        return json.append(unlisted == 0 ? "]" : "],\"rejectedNotListed\":" + unlisted)
                .toString();
    }

    private static String quoted(String text) {
        return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    }
}
