package dev.headpond.playground.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.headpond.playground.apiserver.kinds.Refusal;
import dev.headpond.playground.apiserver.kinds.ResourceType;
import dev.headpond.playground.apiserver.store.Change;
import dev.headpond.playground.apiserver.store.Changes;
import dev.headpond.playground.apiserver.store.Meta;
import dev.headpond.playground.apiserver.store.Selector;
import dev.headpond.playground.apiserver.store.Store;
import dev.headpond.playground.apiserver.view.Tables;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// One watch: events as lines of JSON until its time is over, its client is gone or the server closes. A
/// client that has gone is noticed at the next event or bookmark.
final class WatchStream {
    private static final Duration TIME_DEFAULT = Duration.ofMinutes(30);
    private static final Duration BOOKMARK_INTERVAL = Duration.ofSeconds(10);
    private static final String INITIAL_EVENTS_END = "k8s.io/initial-events-end";

    private final Store store;
    private final ResourceType type;
    private final String namespace;
    private final Selector selector;
    private final boolean isTable;
    private final boolean wantsBookmarks;
    private final OutputStream out;
    private boolean isFirst = true;

    private WatchStream(Call call, Target target, Selector selector, Store store) throws IOException {
        this.store = store;
        this.type = target.type();
        this.namespace = target.namespace();
        this.selector = selector;
        this.isTable = call.wantsTable();
        this.wantsBookmarks = call.isSet("allowWatchBookmarks");
        this.out = call.streamJson();
        out.flush();
    }

    /// Answers the call; returns when the watch is over.
    static void serve(Call call, Target target, Store store) throws IOException, InterruptedException {
        var bySelectors = Selector.of(call.parameter("labelSelector"), call.parameter("fieldSelector"));
        var selector = target.name().map(bySelectors::named).orElse(bySelectors);
        long seconds = call.number("timeoutSeconds").orElse(TIME_DEFAULT.toSeconds());
        long end = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
        var asked = call.number("resourceVersion");
        boolean fromNow = asked.isEmpty() || asked.getAsLong() == 0;
        boolean sendsInitial = call.isSet("sendInitialEvents");
        var stream = new WatchStream(call, target, selector, store);
        long position = fromNow || sendsInitial ? stream.initial(sendsInitial) : asked.getAsLong();
        stream.follow(position, end);
    }

    /// Everything that is there, as if it had just been added.
    private long initial(boolean endsWithBookmark) throws IOException {
        var snapshot = store.list(type.id(), namespace);
        for (var object : snapshot.objects()) {
            if (selector.test(object)) {
                send("ADDED", object);
            }
        }
        if (endsWithBookmark) {
            bookmark(snapshot.revision(), true);
        }
        out.flush();
        return snapshot.revision();
    }

    private void follow(long start, long end) throws IOException, InterruptedException {
        long position = start;
        while (true) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                return;
            }
            var wait = Duration.ofNanos(Math.min(left, BOOKMARK_INTERVAL.toNanos()));
            switch (store.after(position, wait)) {
                case Changes.Ended() -> {
                    return;
                }
                case Changes.Expired() -> {
                    line(
                            "ERROR",
                            Refusal.expired("too old resource version: " + position)
                                    .status());
                    return;
                }
                case Changes.Next(var changes) -> {
                    for (var change : changes) {
                        send(change);
                        position = change.revision();
                    }
                    if (changes.isEmpty() && wantsBookmarks) {
                        bookmark(position, false);
                    }
                }
            }
            out.flush();
        }
    }

    /// A change may bring an object into a selection or take it out of it.
    private void send(Change change) throws IOException {
        if (!change.typeId().equals(type.id())
                || (!namespace.isEmpty()
                        && !Meta.of(change.object()).namespace().equals(namespace))) {
            return;
        }
        boolean was = change.previous().filter(selector).isPresent();
        boolean is = change.type() != Change.Type.DELETED && selector.test(change.object());
        if (is) {
            send(was ? "MODIFIED" : "ADDED", change.object());
        } else if (was) {
            send("DELETED", change.object());
        }
    }

    private void send(String event, ObjectNode object) throws IOException {
        line(event, isTable ? Tables.row(type, object, isFirst) : object);
        isFirst = false;
    }

    private void bookmark(long revision, boolean endsInitial) throws IOException {
        var mark =
                JsonNodeFactory.instance.objectNode().put("kind", type.kind()).put("apiVersion", type.apiVersion());
        var metadata = mark.putObject("metadata").put("resourceVersion", Long.toString(revision));
        if (endsInitial) {
            metadata.putObject("annotations").put(INITIAL_EVENTS_END, "true");
        }
        line("BOOKMARK", mark);
    }

    private void line(String event, JsonNode object) throws IOException {
        var line = JsonNodeFactory.instance.objectNode().put("type", event);
        line.set("object", object);
        out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }
}
