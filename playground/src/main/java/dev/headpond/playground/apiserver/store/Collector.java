package dev.headpond.playground.apiserver.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.headpond.playground.apiserver.kinds.Catalog;
import dev.headpond.playground.apiserver.kinds.CustomTypes;
import dev.headpond.playground.apiserver.kinds.Refusal;
import dev.headpond.playground.apiserver.kinds.ResourceType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Deletes objects whose owners are gone, and finishes deletions that wait for other objects. It owns one
/// thread, which looks at everything again after each change that can matter: a playground holds hundreds of
/// objects.
final class Collector implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Collector.class);
    private static final Duration IDLE = Duration.ofMinutes(1);
    private static final Duration AFTER_RACE = Duration.ofMillis(50);
    private static final Duration STOP = Duration.ofSeconds(5);

    private final Catalog catalog;
    private final Store store;
    private final Resources resources;
    private final Thread thread;

    Collector(Catalog catalog, Store store, Resources resources) {
        this.catalog = catalog;
        this.store = store;
        this.resources = resources;
        this.thread = Thread.ofPlatform().name("apiserver-collector").daemon().unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    private void run() {
        long position = store.revision();
        boolean raced = false;
        try {
            while (true) {
                switch (store.after(position, raced ? AFTER_RACE : IDLE)) {
                    case Changes.Ended() -> {
                        return;
                    }
                    case Changes.Expired() -> {
                        position = store.revision();
                        raced = sweep();
                    }
                    case Changes.Next(var changes) -> {
                        if (!changes.isEmpty()) {
                            position = changes.getLast().revision();
                        }
                        if (raced || changes.stream().anyMatch(Collector::matters)) {
                            raced = sweep();
                        }
                    }
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean matters(Change change) {
        var meta = Meta.of(change.object());
        return change.type() == Change.Type.DELETED
                || meta.isDeleting()
                || !meta.owners().isEmpty();
    }

    /// One look at all objects as they are at one moment.
    ///
    /// @return whether something changed meanwhile and has to be looked at again
    private boolean sweep() {
        var all = store.all();
        var uids = all.values().stream().map(object -> Meta.of(object).uid()).collect(Collectors.toSet());
        boolean raced = false;
        for (var entry : all.entrySet()) {
            try {
                dropDeadOwners(entry.getKey(), entry.getValue(), uids);
                finish(entry.getKey(), entry.getValue(), all);
            } catch (Refusal refusal) {
                log.debug("{} changed meanwhile: {}", entry.getKey(), refusal.getMessage());
                raced |= refusal.code() == Refusal.CONFLICT;
            }
        }
        return raced;
    }

    private void dropDeadOwners(Key key, ObjectNode object, Set<String> uids) {
        var owners = Meta.of(object).owners();
        var living = owners.stream().filter(owner -> uids.contains(uid(owner))).toList();
        if (living.size() == owners.size()) {
            return;
        }
        if (living.isEmpty()) {
            delete(key, object);
        } else {
            edit(key, object, next -> setOwners(next, living));
        }
    }

    private static String uid(JsonNode owner) {
        return owner.path("uid").asText();
    }

    private static void setOwners(ObjectNode object, List<JsonNode> owners) {
        Meta.editable(object).putArray("ownerReferences").addAll(owners);
    }

    private void finish(Key key, ObjectNode object, SortedMap<Key, ObjectNode> all) {
        var meta = Meta.of(object);
        if (!meta.isDeleting()) {
            return;
        }
        if (meta.finalizers().contains(Deletion.ORPHAN)) {
            owned(meta.uid(), all).forEach((at, dependent) -> release(at, dependent, meta.uid()));
            removeFinalizer(key, object, Deletion.ORPHAN);
        } else if (meta.finalizers().contains(Deletion.FOREGROUND)) {
            finishAfter(owned(meta.uid(), all), key, object, Deletion.FOREGROUND);
        } else if (meta.finalizers().contains(Deletion.CONTENTS)) {
            finishAfter(contents(key, object, all), key, object, Deletion.CONTENTS);
        }
    }

    /// Deletes the others, and lets the object go once they have gone.
    private void finishAfter(Map<Key, ObjectNode> others, Key key, ObjectNode object, String finalizer) {
        others.forEach(this::delete);
        if (others.isEmpty()) {
            removeFinalizer(key, object, finalizer);
        }
    }

    private static Map<Key, ObjectNode> owned(String uid, SortedMap<Key, ObjectNode> all) {
        return where(
                all,
                (_, object) -> Meta.of(object).owners().stream()
                        .anyMatch(owner -> uid(owner).equals(uid)));
    }

    private static Map<Key, ObjectNode> contents(Key holder, ObjectNode object, SortedMap<Key, ObjectNode> all) {
        if (holder.typeId().equals(ResourceType.NAMESPACES)) {
            return where(all, (key, _) -> key.namespace().equals(holder.name()));
        }
        var defined = CustomTypes.group(object) + "/" + CustomTypes.plural(object);
        return where(all, (key, _) -> key.typeId().equals(defined));
    }

    private static Map<Key, ObjectNode> where(SortedMap<Key, ObjectNode> all, BiPredicate<Key, ObjectNode> matches) {
        var found = new TreeMap<Key, ObjectNode>();
        all.forEach((key, object) -> {
            if (matches.test(key, object)) {
                found.put(key, object);
            }
        });
        return found;
    }

    /// Exactly this state: an object that has got another owner since must stay.
    private void delete(Key key, ObjectNode object) {
        var meta = Meta.of(object);
        if (!meta.isDeleting()) {
            var exactly = new DeleteOptions(
                    OptionalLong.empty(),
                    DeleteOptions.Propagation.Background,
                    Optional.of(meta.uid()),
                    Optional.of(meta.revision()),
                    false);
            resources.delete(type(key), key.namespace(), key.name(), exactly);
        }
    }

    private void release(Key key, ObjectNode dependent, String ownerUid) {
        var others = Meta.of(dependent).owners().stream()
                .filter(owner -> !uid(owner).equals(ownerUid))
                .toList();
        edit(key, dependent, next -> setOwners(next, others));
    }

    private void removeFinalizer(Key key, ObjectNode object, String finalizer) {
        edit(key, object, next -> {
            var rest = new ArrayList<>(Meta.of(next).finalizers());
            rest.remove(finalizer);
            Deletion.setFinalizers(next, rest);
        });
    }

    /// The copy carries the revision that was looked at: a newer one makes it a conflict.
    private void edit(Key key, ObjectNode object, Consumer<ObjectNode> change) {
        var next = object.deepCopy();
        change.accept(next);
        resources.update(type(key), key.namespace(), key.name(), _ -> next, WriteOptions.own(""));
    }

    private ResourceType type(Key key) {
        return catalog.byId(key.typeId()).orElseThrow(Refusal::unknownPath);
    }

    @Override
    public void close() {
        if (thread.getState() == Thread.State.NEW) {
            return;
        }
        try {
            thread.join(STOP);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
