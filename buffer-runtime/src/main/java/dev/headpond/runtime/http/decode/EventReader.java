package dev.headpond.runtime.http.decode;

import dev.headpond.policy.ByteSize;
import dev.headpond.policy.Policy;
import dev.headpond.runtime.admission.EventSlices;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Cuts a body into events and checks each by itself, so that one bad event costs only itself. White space around an
/// event is not part of it; its own bytes are never changed.
///
/// One for each shard, reused from request to request: results are good until the next `read`.
public final class EventReader {
    /// Reasons listed in one answer; the others are only counted, or an answer could be larger than its request.
    static final int REJECTED_LISTED_MAX = 100;

    private final long eventBytesMax;
    private final long eventsMax;
    private final JsonCheck json;
    private final JsonCheck cloudEvent;

    private final EventSlices events = new EventSlices();
    private final List<Rejected> rejected = new ArrayList<>();
    private int count;
    private int rejectedCount;

    public EventReader(Policy policy, JsonCheck json, JsonCheck cloudEvent) {
        this(policy.ingest().maxEventBytes(), policy.admission().burst(), json, cloudEvent);
    }

    /// @param eventsMax most events that one request may hold: no bucket admits more at once
    EventReader(long eventBytesMax, long eventsMax, JsonCheck json, JsonCheck cloudEvent) {
        this.eventBytesMax = eventBytesMax;
        this.eventsMax = eventsMax;
        this.json = json;
        this.cloudEvent = cloudEvent;
    }

    /// Null when the body could be cut into events, whatever they are; else why it could not.
    ///
    /// @param format any but CLOUDEVENT_BINARY, whose body is made by [BinaryCloudEvent] and read as one CLOUDEVENT
    public @Nullable String read(Format format, byte[] body, int length) {
        events.reset(ByteBuffer.wrap(body, 0, length));
        rejected.clear();
        count = 0;
        rejectedCount = 0;
        if (StrictText.hasByteOrderMark(body, 0, length)) {
            return "the body starts with a byte order mark: send UTF-8 without it";
        }
        return switch (format) {
            case NDJSON -> lines(body, length);
            case JSON -> startsWith(body, length, '[') ? array(body, length, json) : single(body, length, json);
            case CLOUDEVENT, CLOUDEVENT_BINARY -> single(body, length, cloudEvent);
            case CLOUDEVENT_BATCH ->
                startsWith(body, length, '[')
                        ? array(body, length, cloudEvent)
                        : "a batch of CloudEvents is a JSON array";
        };
    }

    /// The valid events.
    public EventSlices events() {
        return events;
    }

    /// The first of the invalid ones.
    public List<Rejected> rejected() {
        return rejected;
    }

    /// How many are invalid, listed or not.
    public int rejectedCount() {
        return rejectedCount;
    }

    /// Events seen. Reading stops when there are too many.
    public int count() {
        return count;
    }

    /// The request holds more events than could ever be admitted at once.
    public boolean isTooMany() {
        return count > eventsMax;
    }

    private @Nullable String lines(byte[] body, int length) {
        int start = 0;
        while (start < length && !isTooMany()) {
            int end = Bytes.indexOf(body, start, length, (byte) '\n');
            if (Bytes.skipSpace(body, start, end) < end) {
                event(body, start, end, json);
            }
            start = end + 1;
        }
        return count == 0 ? "the body is empty: send one JSON value a line" : null;
    }

    private @Nullable String single(byte[] body, int length, JsonCheck check) {
        if (Bytes.skipSpace(body, 0, length) == length) {
            return "the body is empty: send a JSON object, or an array of them";
        }
        event(body, 0, length, check);
        return null;
    }

    /// Cuts at the commas of the outermost array. Brackets are only counted: whether they match is for the check of
    /// each event, and an array that is wrong as a whole never closes or goes on after its end.
    private @Nullable String array(byte[] body, int length, JsonCheck check) {
        int start = Bytes.skipSpace(body, 0, length) + 1;
        int depth = 1;
        int i = start;
        for (; i < length && depth > 0 && !isTooMany(); i++) {
            switch (body[i]) {
                case '"' -> i = Bytes.closingQuote(body, i + 1, length);
                case '[', '{' -> depth++;
                case ']', '}' -> depth--;
                case ',' -> {
                    if (depth == 1) {
                        event(body, start, i, check);
                        start = i + 1;
                    }
                }
                default -> {}
            }
        }
        if (isTooMany()) {
            return null;
        }
        return depth > 0 ? "the array is not closed" : lastOfArray(body, start, i, length, check);
    }

    /// @param end index behind the closing bracket
    private @Nullable String lastOfArray(byte[] body, int start, int end, int length, JsonCheck check) {
        if (body[end - 1] != ']') {
            return "the array is closed by a brace";
        }
        if (Bytes.skipSpace(body, end, length) < length) {
            return "something follows the array's end";
        }
        boolean isEmpty = Bytes.skipSpace(body, start, end - 1) == end - 1;
        if (isEmpty && count == 0) {
            return "the array is empty: send at least one event";
        }
        event(body, start, end - 1, check);
        return null;
    }

    private void event(byte[] body, int from, int to, JsonCheck check) {
        int start = Bytes.skipSpace(body, from, to);
        int length = Bytes.trimSpace(body, start, to) - start;
        if (length > eventBytesMax) {
            var most = ByteSize.format(eventBytesMax);
            reject("of " + length + " bytes, over ingest.maxEventBytes (" + most + ")", true);
        } else {
            var problem = length == 0 ? "empty: no value between the commas" : check.problem(body, start, length);
            if (problem == null) {
                events.add(start, length);
            } else {
                reject(problem, false);
            }
        }
        count++;
    }

    private void reject(String reason, boolean isTooLarge) {
        rejectedCount++;
        if (rejected.size() < REJECTED_LISTED_MAX) {
            rejected.add(new Rejected(count, reason, isTooLarge));
        }
    }

    private static boolean startsWith(byte[] body, int length, char wanted) {
        int first = Bytes.skipSpace(body, 0, length);
        return first < length && body[first] == wanted;
    }
}
