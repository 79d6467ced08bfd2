package dev.headpond.playground.apiserver.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.headpond.playground.apiserver.kinds.Refusal;
import dev.headpond.playground.apiserver.kinds.ResourceType;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/// How objects go: at once, or marked first and then when their last finalizer and their grace period have
/// gone.
final class Deletion {
    static final String FOREGROUND = "foregroundDeletion";
    static final String ORPHAN = "orphan";
    /// Holds a namespace or a definition until what is in it has gone.
    static final String CONTENTS = "headpond.dev/contents";

    /// Namespaces that are there from the start, for good.
    static final List<String> PERMANENT = List.of("default", "kube-system");

    private static final int GRACE_SECONDS_DEFAULT = 30;
    private final Store store;
    private final Definitions definitions;
    private final InstantSource clock;

    Deletion(Store store, Definitions definitions, InstantSource clock) {
        this.store = store;
        this.definitions = definitions;
        this.clock = clock;
    }

    /// Marked, and nothing holds it any more.
    static boolean isDue(ObjectNode object) {
        var meta = Meta.of(object);
        return meta.isDeleting()
                && meta.finalizers().isEmpty()
                && meta.field("deletionGracePeriodSeconds").asLong(0) == 0;
    }

    ObjectNode delete(ResourceType type, ObjectNode current, DeleteOptions options) {
        checkPreconditions(type, current, options);
        var meta = Meta.of(current);
        if (type.is(ResourceType.NAMESPACES) && PERMANENT.contains(meta.name())) {
            throw Refusal.forbidden(
                    "namespaces \"" + meta.name() + "\" is forbidden: this namespace may not be deleted");
        }
        var next = current.deepCopy();
        long graceSeconds = graceSeconds(type, current, options);
        if (meta.isDeleting()) {
            if (graceSeconds >= meta.field("deletionGracePeriodSeconds").asLong(0)) {
                return current;
            }
        } else {
            hold(type, next, options);
            if (type.hasGeneration()) {
                Meta.editable(next).put("generation", meta.field("generation").asInt(0) + 1);
            }
        }
        mark(next, graceSeconds);
        if (options.isDryRun()) {
            return next;
        }
        var key = Key.of(type, meta.namespace(), meta.name());
        if (isDue(next)) {
            remove(type, key, next);
        } else {
            store.put(key, next);
        }
        return next;
    }

    void remove(ResourceType type, Key key, ObjectNode last) {
        if (type.is(ResourceType.DEFINITIONS)) {
            definitions.withdraw(last);
        }
        store.remove(key, last);
    }

    private static void checkPreconditions(ResourceType type, ObjectNode current, DeleteOptions options) {
        var meta = Meta.of(current);
        options.uid().filter(uid -> !uid.equals(meta.uid())).ifPresent(uid -> {
            throw Refusal.conflict(
                    type,
                    meta.name(),
                    "the UID in the precondition: " + uid + ", is not the UID in the object meta: " + meta.uid());
        });
        options.revision().filter(revision -> !revision.equals(meta.revision())).ifPresent(revision -> {
            throw Refusal.conflict(
                    type,
                    meta.name(),
                    "the ResourceVersion in the precondition: " + revision
                            + ", is not the ResourceVersion in the object meta: " + meta.revision());
        });
    }

    /// Only a pod that runs somewhere is given time: its kubelet deletes it at last, with no grace period
    /// left.
    private static long graceSeconds(ResourceType type, ObjectNode object, DeleteOptions options) {
        if (!type.is(ResourceType.PODS) || object.at("/spec/nodeName").asText().isEmpty()) {
            return 0;
        }
        return Math.max(
                0,
                options.gracePeriodSeconds()
                        .orElse(object.at("/spec/terminationGracePeriodSeconds").asLong(GRACE_SECONDS_DEFAULT)));
    }

    private static void hold(ResourceType type, ObjectNode object, DeleteOptions options) {
        switch (options.propagation()) {
            case Background -> {}
            case Foreground -> addFinalizer(object, FOREGROUND);
            case Orphan -> addFinalizer(object, ORPHAN);
        }
        if (type.is(ResourceType.NAMESPACES) || type.is(ResourceType.DEFINITIONS)) {
            addFinalizer(object, CONTENTS);
        }
        if (type.is(ResourceType.NAMESPACES)) {
            object.withObject("/status").put("phase", "Terminating");
        }
    }

    private static void addFinalizer(ObjectNode object, String finalizer) {
        var finalizers = new ArrayList<>(Meta.of(object).finalizers());
        finalizers.add(finalizer);
        setFinalizers(object, finalizers);
    }

    static void setFinalizers(ObjectNode object, List<String> finalizers) {
        var metadata = Meta.editable(object);
        if (finalizers.isEmpty()) {
            metadata.remove(Meta.FINALIZERS);
        } else {
            var list = metadata.putArray(Meta.FINALIZERS);
            finalizers.forEach(list::add);
        }
    }

    private void mark(ObjectNode object, long graceSeconds) {
        var end = clock.instant().plusSeconds(graceSeconds).truncatedTo(ChronoUnit.SECONDS);
        Meta.editable(object)
                .put("deletionTimestamp", end.toString())
                .put("deletionGracePeriodSeconds", Math.toIntExact(graceSeconds));
    }
}
