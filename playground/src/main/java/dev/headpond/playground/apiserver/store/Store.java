package dev.headpond.playground.apiserver.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// The objects and the log of the last changes. Stored objects are never changed: a write puts a new one.
/// Readers of the log keep their own position, so that a slow one holds nothing up and loses its place at
/// worst.
///
/// All methods may be called by any thread; none but [#after] waits.
public final class Store implements AutoCloseable {
    /// A list and the revision that it shows.
    public record Snapshot(List<ObjectNode> objects, long revision) {}

    private final NavigableMap<Key, ObjectNode> objects = new TreeMap<>();
    /// The change of revision r is at r modulo the length.
    private final Change[] log;

    private final long firstRevision;
    private long revision;
    private boolean isClosed;

    /// @param firstRevision must be greater than any revision of an earlier store that clients may remember
    /// @param logChangesMax how many changes a watcher may lag behind
    Store(long firstRevision, int logChangesMax) {
        this.firstRevision = firstRevision;
        this.revision = firstRevision;
        this.log = new Change[logChangesMax];
    }

    public synchronized long revision() {
        return revision;
    }

    synchronized Optional<ObjectNode> find(Key key) {
        return Optional.ofNullable(objects.get(key));
    }

    /// @param namespace empty for all
    public synchronized Snapshot list(String typeId, String namespace) {
        var from = new Key(typeId, namespace, "");
        var found = new ArrayList<ObjectNode>();
        for (var entry : objects.tailMap(from).entrySet()) {
            var key = entry.getKey();
            if (!key.typeId().equals(typeId)
                    || (!namespace.isEmpty() && !key.namespace().equals(namespace))) {
                break;
            }
            found.add(entry.getValue());
        }
        return new Snapshot(List.copyOf(found), revision);
    }

    /// All objects as they are at one moment.
    synchronized SortedMap<Key, ObjectNode> all() {
        return Collections.unmodifiableSortedMap(new TreeMap<>(objects));
    }

    /// Stores the object, whose resourceVersion is set here.
    synchronized void put(Key key, ObjectNode object) {
        stamp(object);
        var previous = Optional.ofNullable(objects.put(key, object));
        append(new Change(
                revision,
                previous.isPresent() ? Change.Type.MODIFIED : Change.Type.ADDED,
                key.typeId(),
                object,
                previous));
    }

    /// @param last the object in its last state, whose resourceVersion is set here
    synchronized void remove(Key key, ObjectNode last) {
        stamp(last);
        var previous = Optional.ofNullable(objects.remove(key));
        append(new Change(revision, Change.Type.DELETED, key.typeId(), last, previous));
    }

    private void stamp(ObjectNode object) {
        revision++;
        Meta.editable(object).put("resourceVersion", Long.toString(revision));
    }

    private void append(Change change) {
        log[slot(change.revision())] = change;
        notifyAll();
    }

    private int slot(long at) {
        return Math.toIntExact(at % log.length);
    }

    /// The changes after a revision; waits for the next one if there is none yet.
    public synchronized Changes after(long position, Duration wait) throws InterruptedException {
        long end = System.nanoTime() + wait.toNanos();
        while (!isClosed && position == revision) {
            long millis = Duration.ofNanos(end - System.nanoTime()).toMillis();
            if (millis <= 0) {
                break;
            }
            wait(millis);
        }
        if (isClosed) {
            return new Changes.Ended();
        }
        if (position > revision || position < Math.max(firstRevision, revision - log.length)) {
            return new Changes.Expired();
        }
        var changes = new ArrayList<Change>();
        for (long at = position + 1; at <= revision; at++) {
            changes.add(log[slot(at)]);
        }
        return new Changes.Next(List.copyOf(changes));
    }

    public synchronized boolean isOpen() {
        return !isClosed;
    }

    /// Ends every wait.
    @Override
    public synchronized void close() {
        isClosed = true;
        notifyAll();
    }
}
