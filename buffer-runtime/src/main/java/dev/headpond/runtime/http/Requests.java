package dev.headpond.runtime.http;

import dev.headpond.policy.BufferPolicy.Acknowledge;
import dev.headpond.policy.Policy;
import dev.headpond.runtime.admission.Intake;
import dev.headpond.runtime.admission.Verdict;
import dev.headpond.runtime.http.decode.BinaryCloudEvent;
import dev.headpond.runtime.http.decode.EventReader;
import dev.headpond.runtime.http.decode.Format;
import dev.headpond.runtime.http.decode.JacksonCheck;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// From a whole request to its answer: cut into events, checked, offered to the intake.
///
/// The body is copied once more, from the network's memory into one array that all requests of a shard share: a copy
/// costs less than reading byte by byte from memory outside of the heap.
final class Requests {
    private static final int SCRATCH_BYTES_MIN = 64 << 10;
    private static final String PREFIX = "ce-";

    private final Intake intake;
    private final Answers answers;
    private final EventReader reader;
    private final boolean answersWhenDelivered;
    private final long eventsMax;
    private byte[] scratch = new byte[SCRATCH_BYTES_MIN];

    Requests(Policy policy, Intake intake, Answers answers) {
        this.intake = intake;
        this.answers = answers;
        this.reader = new EventReader(policy, JacksonCheck.json(), JacksonCheck.cloudEvent());
        this.answersWhenDelivered = policy.buffer().acknowledge() == Acknowledge.Delivered;
        this.eventsMax = policy.admission().burst();
    }

    void offer(Format format, HttpHeaders headers, Body body, Reply reply, Connection connection) {
        int length = body.length();
        if (scratch.length < length) {
            scratch = new byte[Math.max(length, 2 * scratch.length)];
        }
        body.copyTo(scratch);
        if (format == Format.CLOUDEVENT_BINARY) {
            binary(headers, length, reply, connection);
        } else {
            offer(format, scratch, length, reply, connection);
        }
    }

    private void binary(HttpHeaders headers, int length, Reply reply, Connection connection) {
        var contentType = headers.get(HttpHeaderNames.CONTENT_TYPE);
        boolean isJson = HeadRules.isJson(HeadRules.essence(contentType));
        var made =
                BinaryCloudEvent.make(attributes(headers), contentType, isJson, scratch, length, JacksonCheck.json());
        switch (made) {
            case BinaryCloudEvent.Made.Invalid(var problem) -> refuseInvalid(1, problem, reply, connection);
            case BinaryCloudEvent.Made.Event(var json) ->
                offer(Format.CLOUDEVENT_BINARY, json, json.length, reply, connection);
        }
    }

    private static Map<String, String> attributes(HttpHeaders headers) {
        var attributes = new LinkedHashMap<String, String>();
        for (var header : headers) {
            var name = header.getKey().toLowerCase(Locale.ROOT);
            if (name.startsWith(PREFIX)) {
                attributes.put(name.substring(PREFIX.length()), header.getValue());
            }
        }
        return attributes;
    }

    private void offer(Format format, byte[] bytes, int length, Reply reply, Connection connection) {
        var problem = reader.read(format, bytes, length);
        if (problem != null) {
            refuseInvalid(Math.max(1, reader.count()), problem, reply, connection);
        } else if (reader.isTooMany()) {
            intake.refused(reader.count());
            connection.refuse(reply, answers.tooMany(eventsMax), false);
        } else if (reader.events().count() == 0) {
            noneValid(reply, connection);
        } else {
            offerValid(reply, connection);
        }
    }

    private void offerValid(Reply reply, Connection connection) {
        reply.read(reader.events().count(), Answers.rejected(reader));
        int rejected = reader.rejectedCount();
        var verdict = intake.offer(reader.events(), answersWhenDelivered ? reply : null);
        if (rejected > 0) {
            intake.refused(rejected);
        }
        var refusal = answers.refusal(verdict);
        if (refusal.isPresent()) {
            connection.refuse(reply, refusal.get(), false);
        } else if (verdict instanceof Verdict.Admitted && !answersWhenDelivered) {
            connection.succeed(reply, 0, false);
        }
    }

    private void refuseInvalid(int events, String problem, Reply reply, Connection connection) {
        intake.refused(events);
        connection.refuse(reply, Refusal.of(ProblemType.INVALID_EVENTS, problem), false);
    }

    private void noneValid(Reply reply, Connection connection) {
        intake.refused(reader.rejectedCount());
        var first = reader.rejected().getFirst();
        boolean isOne = reader.count() == 1;
        var type = isOne && first.isTooLarge() ? ProblemType.EVENT_TOO_LARGE : ProblemType.INVALID_EVENTS;
        var detail = isOne ? "the event is " + first.reason() : "none of " + reader.count() + " events is valid";
        connection.refuse(reply, Refusal.of(type, detail).withMembers("," + Answers.rejected(reader)), false);
    }
}
