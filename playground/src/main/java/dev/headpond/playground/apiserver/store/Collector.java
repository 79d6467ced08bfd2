package dev.headpond.playground.apiserver.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.headpond.playground.apiserver.kinds.Catalog;
import dev.headpond.playground.apiserver.kinds.CustomTypes;
import dev.headpond.playground.apiserver.kinds.Refusal;
import dev.headpond.playground.apiserver.kinds.ResourceType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Deletes objects whose owners are gone, and finishes deletions that wait for other objects. It owns one thread, which
/// looks at everything again after each change that can matter: a playground holds hundreds of objects, not millions.
final class Collector implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Collector.class);
    private static final Duration IDLE = Duration.ofMinutes(1);
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
        try {
            while (true) {
                switch (store.after(position, IDLE)) {
                    case Changes.Ended() -> {
                        return;
                    }
                    case Changes.Expired() -> {
                        position = store.revision();
                        sweep();
                    }
                    case Changes.Next(var changes) -> {
                        if (!changes.isEmpty()) {
                            position = changes.getLast().revision();
                        }
                        if (changes.stream().anyMatch(Collector::matters)) {
                            sweep();
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

    /// One look at all objects.
    void sweep() {
        var uids = new HashSet<String>();
        var keys = store.keys();
        keys.forEach(key ->
                store.find(key).ifPresent(object -> uids.add(Meta.of(object).uid())));
        for (var key : keys) {
            var object = store.find(key);
            var type = catalog.byId(key.typeId());
            if (object.isPresent() && type.isPresent()) {
                look(type.get(), object.get(), uids);
            }
        }
    }

    private void look(ResourceType type, ObjectNode object, Set<String> uids) {
        try {
            dropDeadOwners(type, object, uids);
            finish(type, object);
        } catch (Refusal raced) {
            log.debug(
                    "{}/{} changed meanwhile: {}",
                    type.plural(),
                    Meta.of(object).name(),
                    raced.getMessage());
        }
    }

    private void dropDeadOwners(ResourceType type, ObjectNode object, Set<String> uids) {
        var owners = Meta.of(object).owners();
        var living = owners.stream().filter(owner -> uids.contains(uid(owner))).toList();
        if (living.size() == owners.size()) {
            return;
        }
        if (living.isEmpty()) {
            delete(type, object);
        } else {
            edit(
                    type,
                    object,
                    next -> Meta.editable(next).putArray("ownerReferences").addAll(living));
        }
    }

    private static String uid(JsonNode owner) {
        return owner.path("uid").asText();
    }

    private void finish(ResourceType type, ObjectNode object) {
        var meta = Meta.of(object);
        if (!meta.isDeleting()) {
            return;
        }
        if (meta.finalizers().contains(Deletion.ORPHAN)) {
            owned(meta.uid()).forEach((key) -> release(key, meta.uid()));
            removeFinalizer(type, object, Deletion.ORPHAN);
        } else if (meta.finalizers().contains(Deletion.FOREGROUND)) {
            deleteAll(owned(meta.uid()));
            if (owned(meta.uid()).isEmpty()) {
                removeFinalizer(type, object, Deletion.FOREGROUND);
            }
        } else if (meta.finalizers().contains(Deletion.CONTENTS)) {
            var contents = contents(type, object);
            deleteAll(contents);
            if (contents.stream().allMatch(key -> store.find(key).isEmpty())) {
                removeFinalizer(type, object, Deletion.CONTENTS);
            }
        }
    }

    private List<Key> owned(String uid) {
        return where(key -> store.find(key).stream()
                .flatMap(object -> Meta.of(object).owners().stream())
                .anyMatch(owner -> uid(owner).equals(uid)));
    }

    private List<Key> contents(ResourceType type, ObjectNode object) {
        if (type.is(ResourceType.NAMESPACES)) {
            var name = Meta.of(object).name();
            return where(key -> key.namespace().equals(name));
        }
        var defined = CustomTypes.group(object) + "/" + CustomTypes.plural(object);
        return where(key -> key.typeId().equals(defined));
    }

    private List<Key> where(Predicate<Key> matches) {
        return store.keys().stream().filter(matches).toList();
    }

    private void deleteAll(List<Key> keys) {
        for (var key : keys) {
            var type = catalog.byId(key.typeId());
            var object = store.find(key);
            if (type.isPresent() && object.isPresent() && !Meta.of(object.get()).isDeleting()) {
                delete(type.get(), object.get());
            }
        }
    }

    private void delete(ResourceType type, ObjectNode object) {
        var meta = Meta.of(object);
        if (!meta.isDeleting()) {
            var exactly = new DeleteOptions(
                    OptionalLong.empty(),
                    DeleteOptions.Propagation.Background,
                    Optional.of(meta.uid()),
                    Optional.empty(),
                    false);
            resources.delete(type, meta.namespace(), meta.name(), exactly);
        }
    }

    private void release(Key key, String ownerUid) {
        var type = catalog.byId(key.typeId());
        var object = store.find(key);
        if (type.isPresent() && object.isPresent()) {
            var others = Meta.of(object.get()).owners().stream()
                    .filter(owner -> !uid(owner).equals(ownerUid))
                    .toList();
            edit(
                    type.get(),
                    object.get(),
                    next -> Meta.editable(next).putArray("ownerReferences").addAll(others));
        }
    }

    private void removeFinalizer(ResourceType type, ObjectNode object, String finalizer) {
        edit(type, object, next -> {
            var rest = new ArrayList<>(Meta.of(next).finalizers());
            rest.remove(finalizer);
            Deletion.setFinalizers(next, rest);
        });
    }

    private void edit(ResourceType type, ObjectNode object, Consumer<ObjectNode> change) {
        UnaryOperator<ObjectNode> onCopy = current -> {
            var next = current.deepCopy();
            change.accept(next);
            return next;
        };
        resources.update(type, Meta.of(object).namespace(), Meta.of(object).name(), onCopy, WriteOptions.own(""));
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
