package dev.headpond.playground.quickstart;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Real events, one JSON object each.
///
/// @param events the bytes of each, as they are to stand in the sink
record Payloads(List<byte[]> events) {
    static Payloads read(Path ndjson) throws Failure {
        try {
            var events = new ArrayList<byte[]>();
            var all = Files.readAllBytes(ndjson);
            int from = 0;
            for (int i = 0; i <= all.length; i++) {
                if (i < all.length && all[i] != '\n') continue;
                if (i > from) events.add(Arrays.copyOfRange(all, from, i));
                from = i + 1;
            }
            return new Payloads(List.copyOf(events));
        } catch (IOException e) {
            throw new Failure("the events to send cannot be read: " + ndjson, e);
        }
    }

    /// The events as NDJSON bodies of at most `eventsMax` events each.
    List<byte[]> asNdjson(int eventsMax) {
        var bodies = new ArrayList<byte[]>();
        for (int from = 0; from < events.size(); from += eventsMax) {
            var body = new ByteArrayOutputStream();
            for (var event : events.subList(from, Math.min(from + eventsMax, events.size()))) {
                body.writeBytes(event);
                body.write('\n');
            }
            bodies.add(body.toByteArray());
        }
        return bodies;
    }

    /// How often each event should be found if it was sent `times` times, less what was found. Empty: all are there,
    /// byte
    /// for byte, and nothing else is.
    Map<ByteBuffer, Integer> difference(int times, List<byte[]> found) {
        var counts = new HashMap<ByteBuffer, Integer>();
        for (var event : events) counts.merge(ByteBuffer.wrap(event), times, Integer::sum);
        for (var event : found) counts.merge(ByteBuffer.wrap(event), -1, Integer::sum);
        counts.values().removeIf(it -> it == 0);
        return counts;
    }
}
