package dev.headpond.playground.apiserver.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.headpond.playground.apiserver.apply.ApplyOutcome;
import dev.headpond.playground.apiserver.apply.Manager.Operation;
import dev.headpond.playground.apiserver.apply.Ownership;
import dev.headpond.playground.apiserver.apply.ServerSideApply;
import dev.headpond.playground.apiserver.kinds.Catalog;
import dev.headpond.playground.apiserver.kinds.Cause;
import dev.headpond.playground.apiserver.kinds.Refusal;
import dev.headpond.playground.apiserver.kinds.ResourceType;
import dev.headpond.playground.apiserver.kinds.ScalePaths;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/// The verbs of the API and the rules that go with them. Writes are done one at a time; reads do not wait for
/// them.
///
/// Every method refuses with a [Refusal]. What it returns is the stored object and must not be changed.
public final class Resources implements AutoCloseable {
    /// What the server itself writes, and a client cannot.
    private static final List<String> SERVERS_OWN = List.of(
            "name",
            "namespace",
            "uid",
            "creationTimestamp",
            "deletionTimestamp",
            "deletionGracePeriodSeconds",
            "generation",
            "resourceVersion");

    private final Catalog catalog;
    private final Store store;
    private final Admission admission;
    private final Definitions definitions;
    private final Names names;
    private final InstantSource clock;
    private final Deletion deletion;
    private final Collector collector;

    /// @param logChangesMax how many changes a watcher may lag behind before it must list again
    public Resources(
            Catalog catalog, Validator validator, InstantSource clock, RandomGenerator random, int logChangesMax) {
        this.catalog = catalog;
        // Milliseconds, so that a client that outlives a server never takes a revision of the new one for an old one.
        this.store = new Store(clock.millis(), logChangesMax);
        this.admission = new Admission(validator);
        this.definitions = new Definitions(catalog);
        this.names = new Names(random);
        this.clock = clock;
        this.deletion = new Deletion(store, definitions, clock);
        this.collector = new Collector(catalog, store, this);
        Deletion.PERMANENT.forEach(this::makeNamespace);
    }

    /// Starts what works in the background: the collection of objects without an owner.
    public void start() {
        collector.start();
    }

    private void makeNamespace(String name) {
        var type = catalog.byId(ResourceType.NAMESPACES).orElseThrow();
        var namespace = JsonNodeFactory.instance.objectNode();
        Meta.editable(namespace).put("name", name);
        create(type, "", namespace, WriteOptions.own(""));
    }

    public Store store() {
        return store;
    }

    public ObjectNode get(ResourceType type, String namespace, String name) {
        return store.find(Key.of(type, namespace, name)).orElseThrow(() -> Refusal.notFound(type, name));
    }

    /// The `Scale` of an object.
    public ObjectNode scale(ResourceType type, String namespace, String name) {
        return Scales.of(get(type, namespace, name), scalePaths(type));
    }

    public synchronized ObjectNode create(ResourceType type, String namespace, ObjectNode input, WriteOptions options) {
        var object = input.deepCopy();
        if (!Meta.of(object).revision().isEmpty()) {
            throw Refusal.badRequest("resourceVersion should not be set on objects to be created");
        }
        Meta.editable(object).remove("managedFields");
        return insert(
                type,
                namespace,
                object,
                options,
                whole -> Ownership.ofNew(whole, options.manager(Operation.Update), type.shape(), now()));
    }

    private ObjectNode insert(
            ResourceType type, String namespace, ObjectNode object, WriteOptions options, Consumer<ObjectNode> own) {
        checkType(type, object);
        names.complete(type, namespace, object);
        var key = Key.of(type, namespace, Meta.of(object).name());
        if (store.find(key).isPresent()) {
            throw Refusal.alreadyExists(type, key.name());
        }
        checkNamespace(type, namespace);
        if (type.hasStatus()) {
            object.remove("status");
        }
        admission.admit(type, object, Optional.empty(), options.unknownFields());
        if (type.is(ResourceType.SERVICES)) {
            ClusterAddresses.assign(object, store.list(type.id(), "").objects());
        }
        stampNew(type, object);
        own.accept(object);
        Defaults.setStatus(type, object);
        return commit(type, key, object, options);
    }

    private void stampNew(ResourceType type, ObjectNode object) {
        object.put("apiVersion", type.apiVersion()).put("kind", type.kind());
        var metadata = Meta.editable(object);
        metadata.remove(List.of("deletionTimestamp", "deletionGracePeriodSeconds", "generation", "selfLink"));
        metadata.put("uid", UUID.randomUUID().toString()).put("creationTimestamp", now());
        if (type.hasGeneration()) {
            metadata.put("generation", 1);
        }
    }

    private void checkNamespace(ResourceType type, String namespace) {
        if (!type.namespaced()) {
            return;
        }
        var namespaces = catalog.byId(ResourceType.NAMESPACES).orElseThrow();
        if (Meta.of(get(namespaces, "", namespace)).isDeleting()) {
            throw Refusal.forbidden(
                    "unable to create new content in namespace " + namespace + " because it is being terminated");
        }
    }

    private static void checkType(ResourceType type, JsonNode object) {
        if (object.has("metadata") && !object.path("metadata").isObject()) {
            throw Refusal.badRequest("metadata must be an object");
        }
        var apiVersion = object.path("apiVersion").asText(type.apiVersion());
        var kind = object.path("kind").asText(type.kind());
        if (!apiVersion.equals(type.apiVersion()) || !kind.equals(type.kind())) {
            throw Refusal.badRequest(apiVersion + "/" + kind + " in the body does not match the expected "
                    + type.apiVersion() + "/" + type.kind());
        }
    }

    /// Replaces an object, its status or its scale, with what the change makes of it: the current object
    /// comes in, or its scale, and the wanted one goes out.
    public synchronized ObjectNode update(
            ResourceType type, String namespace, String name, UnaryOperator<ObjectNode> change, WriteOptions options) {
        var current = get(type, namespace, name);
        if (options.subresource().equals(WriteOptions.SCALE)) {
            return updateScale(type, current, change, options);
        }
        var wanted = change.apply(current).deepCopy();
        checkWanted(type, current, wanted);
        return replace(
                type,
                current,
                wanted,
                options,
                whole -> Ownership.ofChange(current, whole, options.manager(Operation.Update), type.shape(), now()));
    }

    private ObjectNode updateScale(
            ResourceType type, ObjectNode current, UnaryOperator<ObjectNode> change, WriteOptions options) {
        var paths = scalePaths(type);
        var scale = change.apply(Scales.of(current, paths));
        checkRevision(type, current, scale);
        if (!scale.at("/spec/replicas").isIntegralNumber()
                || scale.at("/spec/replicas").asInt() < 0) {
            var cause = new Cause("spec.replicas", "Invalid value: must be a whole number of at least 0");
            throw Refusal.invalid(type, Meta.of(current).name(), List.of(cause));
        }
        var scaled = replace(
                type,
                current,
                Scales.set(current, scale, paths),
                options,
                whole -> Ownership.ofChange(current, whole, options.manager(Operation.Update), type.shape(), now()));
        return Scales.of(scaled, paths);
    }

    private static ScalePaths scalePaths(ResourceType type) {
        return type.scale().orElseThrow(Refusal::unknownPath);
    }

    /// Server-side apply of an object that may not exist yet.
    public synchronized ObjectNode apply(
            ResourceType type, String namespace, String name, ObjectNode wanted, WriteOptions options) {
        checkType(type, wanted);
        var current = store.find(Key.of(type, namespace, name));
        if (current.isEmpty()) {
            return applyNew(type, namespace, name, wanted, options);
        }
        var own = wanted.deepCopy();
        checkWanted(type, current.get(), own);
        retainPart(type, own, options);
        return replace(type, current.get(), merged(type, current.get(), own, options), options, _ -> {});
    }

    private ObjectNode applyNew(
            ResourceType type, String namespace, String name, ObjectNode wanted, WriteOptions options) {
        if (!options.subresource().isEmpty()) {
            throw Refusal.notFound(type, name);
        }
        var own = wanted.deepCopy();
        Meta.editable(own).put("name", name);
        retainPart(type, own, options);
        var empty = own.deepCopy().retain("apiVersion", "kind");
        var identity = Meta.editable(empty).put("name", name);
        if (type.namespaced()) {
            identity.put("namespace", namespace);
        }
        return insert(type, namespace, merged(type, empty, own, options), options, _ -> {});
    }

    /// An applier of the whole owns no status, and one of the status nothing else.
    private static void retainPart(ResourceType type, ObjectNode wanted, WriteOptions options) {
        if (options.isStatus()) {
            wanted.retain("apiVersion", "kind", "status");
        } else if (type.hasStatus()) {
            wanted.remove("status");
        }
    }

    private ObjectNode merged(ResourceType type, ObjectNode live, ObjectNode wanted, WriteOptions options) {
        var manager = options.manager(Operation.Apply);
        var outcome = ServerSideApply.apply(live, wanted, manager, options.isForced(), type.shape(), now());
        return switch (outcome) {
            case ApplyOutcome.Merged(var object) -> object;
            case ApplyOutcome.Conflicts(var conflicts) ->
                throw Refusal.ownedByOthers(conflicts.stream()
                        .map(conflict -> new Cause(
                                conflict.path(),
                                "conflict with \"" + conflict.owner().name() + "\""))
                        .toList());
        };
    }

    private static void checkWanted(ResourceType type, ObjectNode current, ObjectNode wanted) {
        checkType(type, wanted);
        checkRevision(type, current, wanted);
        var meta = Meta.of(wanted);
        var is = Meta.of(current);
        if (!meta.name().isEmpty() && !meta.name().equals(is.name())) {
            throw Refusal.badRequest("the name of the object (" + meta.name() + ") does not match the name on the URL ("
                    + is.name() + ")");
        }
        if (!meta.uid().isEmpty() && !meta.uid().equals(is.uid())) {
            throw Refusal.conflict(
                    type,
                    is.name(),
                    "the UID in the precondition: " + meta.uid() + ", is not the UID in the object meta: " + is.uid());
        }
    }

    private static void checkRevision(ResourceType type, ObjectNode current, JsonNode wanted) {
        var revision = Meta.of(wanted).revision();
        if (!revision.isEmpty()
                && !revision.equals("0")
                && !revision.equals(Meta.of(current).revision())) {
            throw Refusal.stale(type, Meta.of(current).name());
        }
    }

    private ObjectNode replace(
            ResourceType type, ObjectNode current, ObjectNode wanted, WriteOptions options, Consumer<ObjectNode> own) {
        var next = options.isStatus() ? withStatus(type, current, wanted) : withStatusOf(type, current, wanted);
        keepServersOwn(current, next);
        if (!Meta.of(next).field("managedFields").isArray()
                && Meta.of(current).field("managedFields").isArray()) {
            Meta.editable(next).set("managedFields", Meta.of(current).field("managedFields"));
        }
        next.put("apiVersion", type.apiVersion()).put("kind", type.kind());
        if (type.is(ResourceType.SERVICES)) {
            ClusterAddresses.keep(current, next);
        }
        admission.admit(type, next, Optional.of(current), options.unknownFields());
        if (next.equals(current)) {
            return current;
        }
        own.accept(next);
        if (next.equals(current)) {
            return current;
        }
        if (type.hasGeneration() && !observed(type, next).equals(observed(type, current))) {
            Meta.editable(next)
                    .put("generation", Meta.of(current).field("generation").asInt(0) + 1);
        }
        return commit(
                type,
                Key.of(type, Meta.of(current).namespace(), Meta.of(current).name()),
                next,
                options);
    }

    private static ObjectNode withStatus(ResourceType type, ObjectNode current, ObjectNode wanted) {
        if (!type.hasStatus()) {
            throw Refusal.unknownPath();
        }
        var next = current.deepCopy();
        next.remove("status");
        if (wanted.has("status")) {
            next.set("status", wanted.path("status"));
        }
        if (Meta.of(wanted).field("managedFields").isArray()) {
            Meta.editable(next).set("managedFields", Meta.of(wanted).field("managedFields"));
        }
        return next;
    }

    private static ObjectNode withStatusOf(ResourceType type, ObjectNode current, ObjectNode wanted) {
        if (type.hasStatus()) {
            wanted.remove("status");
            if (current.has("status")) {
                wanted.set("status", current.path("status").deepCopy());
            }
        }
        return wanted;
    }

    private static void keepServersOwn(ObjectNode current, ObjectNode next) {
        var metadata = Meta.editable(next);
        for (var field : SERVERS_OWN) {
            var value = Meta.of(current).field(field);
            if (value.isMissingNode()) {
                metadata.remove(field);
            } else {
                metadata.set(field, value);
            }
        }
    }

    /// What the generation counts the changes of.
    private static ObjectNode observed(ResourceType type, ObjectNode object) {
        var observed = object.deepCopy();
        observed.remove("metadata");
        if (type.hasStatus()) {
            observed.remove("status");
        }
        return observed;
    }

    private ObjectNode commit(ResourceType type, Key key, ObjectNode object, WriteOptions options) {
        boolean isDefinition = type.is(ResourceType.DEFINITIONS);
        if (isDefinition) {
            Definitions.accept(object, now());
        }
        if (options.isDryRun()) {
            return object;
        }
        if (Deletion.isDue(object)) {
            deletion.remove(type, key, object);
            return object;
        }
        if (isDefinition) {
            definitions.serve(object);
        }
        store.put(key, object);
        return object;
    }

    /// The object in its last or, if something still holds it, in its dying state.
    public synchronized ObjectNode delete(ResourceType type, String namespace, String name, DeleteOptions options) {
        return deletion.delete(type, get(type, namespace, name), options);
    }

    private String now() {
        return clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /// Ends the background work and every watch.
    @Override
    public void close() {
        store.close();
        collector.close();
    }
}
