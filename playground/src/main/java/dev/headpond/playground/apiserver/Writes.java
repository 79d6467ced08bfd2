package dev.headpond.playground.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.headpond.playground.apiserver.apply.JsonPatch;
import dev.headpond.playground.apiserver.apply.MergePatch;
import dev.headpond.playground.apiserver.apply.StrategicPatch;
import dev.headpond.playground.apiserver.kinds.Cause;
import dev.headpond.playground.apiserver.kinds.Refusal;
import dev.headpond.playground.apiserver.kinds.ResourceType;
import dev.headpond.playground.apiserver.store.DeleteOptions;
import dev.headpond.playground.apiserver.store.Meta;
import dev.headpond.playground.apiserver.store.Resources;
import dev.headpond.playground.apiserver.store.Selector;
import dev.headpond.playground.apiserver.store.WriteOptions;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// The requests that change something.
final class Writes {
    private static final String PATCHES = "application/json-patch+json, application/merge-patch+json, "
            + "application/strategic-merge-patch+json, application/apply-patch+yaml";
    private final Resources resources;

    Writes(Resources resources) {
        this.resources = resources;
    }

    void create(Call call, Target target) throws IOException {
        if (target.name().isPresent()) {
            throw Refusal.methodNotAllowed(call.method(), call.path());
        }
        var object = call.body().object();
        var namespace = target.namespace();
        if (target.type().namespaced() && namespace.isEmpty()) {
            throw Refusal.badRequest("an empty namespace may not be set during creation");
        }
        call.reply(201, resources.create(target.type(), namespace, object, options(call, target)));
    }

    void replace(Call call, Target target) throws IOException {
        var object = call.body().object();
        call.reply(200, update(call, target, _ -> object));
    }

    void patch(Call call, Target target) throws IOException {
        var body = call.body();
        var patch = body.parse();
        switch (body.mediaType()) {
            case "application/apply-patch+yaml", "application/apply-patch+json" -> apply(call, target, patch);
            case "application/merge-patch+json" ->
                call.reply(200, update(call, target, current -> object(MergePatch.apply(current, patch))));
            case "application/json-patch+json" ->
                call.reply(200, update(call, target, current -> jsonPatched(target.type(), current, patch)));
            case "application/strategic-merge-patch+json" -> strategic(call, target, object(patch));
            default -> throw Refusal.unsupportedMediaType(body.mediaType(), PATCHES);
        }
    }

    private void strategic(Call call, Target target, ObjectNode patch) throws IOException {
        if (target.type().schema().isPresent()) {
            throw Refusal.unsupportedMediaType("strategic merge of a custom type", "application/merge-patch+json");
        }
        var shape = target.type().shape();
        call.reply(200, update(call, target, current -> StrategicPatch.apply(current, patch, shape)));
    }

    private static ObjectNode jsonPatched(ResourceType type, ObjectNode current, JsonNode patch) {
        try {
            return object(JsonPatch.apply(current, patch));
        } catch (IllegalArgumentException e) {
            var message = String.valueOf(e.getMessage());
            throw Refusal.invalid(type, Meta.of(current).name(), List.of(new Cause("", message)));
        }
    }

    private static ObjectNode object(JsonNode node) {
        if (node instanceof ObjectNode object) {
            return object;
        }
        throw Refusal.badRequest("a patch of this type must be, and leave, an object");
    }

    private void apply(Call call, Target target, JsonNode wanted) throws IOException {
        if (call.parameter("fieldManager").isEmpty()) {
            throw Refusal.badRequest("PatchOptions.fieldManager: Required value: is required for apply patch");
        }
        var name = target.nameOrRefuse(call.method(), call.path());
        boolean isNew = target.subresource().isEmpty() && !exists(target, name);
        var options = options(call, target);
        var object = resources.apply(target.type(), target.namespace(), name, object(wanted), options);
        call.reply(isNew ? 201 : 200, object);
    }

    private boolean exists(Target target, String name) {
        try {
            resources.get(target.type(), target.namespace(), name);
            return true;
        } catch (Refusal _) {
            return false;
        }
    }

    private ObjectNode update(Call call, Target target, UnaryOperator<ObjectNode> change) {
        var name = target.nameOrRefuse(call.method(), call.path());
        return resources.update(target.type(), target.namespace(), name, change, options(call, target));
    }

    void delete(Call call, Target target) throws IOException {
        var options = deleteOptions(call);
        if (target.name().isPresent()) {
            var gone = resources.delete(
                    target.type(), target.namespace(), target.name().get(), options);
            call.reply(200, gone);
            return;
        }
        var selector = Selector.of(call.parameter("labelSelector"), call.parameter("fieldSelector"));
        var selected = resources.store().list(target.type().id(), target.namespace()).objects().stream()
                .filter(selector)
                .toList();
        selected.forEach(object -> {
            var meta = Meta.of(object);
            resources.delete(target.type(), meta.namespace(), meta.name(), options);
        });
        call.reply(200, Lists.of(target.type(), selected, resources.store().revision()));
    }

    /// From the body, or from the query for what it does not say.
    private static DeleteOptions deleteOptions(Call call) throws IOException {
        var body = call.body();
        var options = body.text().isBlank() ? JsonNodeFactory.instance.objectNode() : body.object();
        call.number("gracePeriodSeconds").ifPresent(grace -> options.put("gracePeriodSeconds", (int) grace));
        if (!call.parameter("propagationPolicy").isEmpty()) {
            options.put("propagationPolicy", call.parameter("propagationPolicy"));
        }
        if (call.parameter("dryRun").equals("All")) {
            options.putArray("dryRun").add("All");
        }
        return DeleteOptions.read(options);
    }

    private static WriteOptions options(Call call, Target target) {
        var manager = call.parameter("fieldManager");
        var agent = call.header("User-Agent").split("/", 2)[0];
        return new WriteOptions(
                manager.isEmpty() ? agent.isEmpty() ? "unknown" : agent : manager,
                target.subresource(),
                call.parameter("dryRun").equals("All"),
                call.isSet("force"),
                unknownFields(call));
    }

    /// Refused, warned about or passed over, as the client wishes; a warning is what it gets if it does not
    /// say.
    private static Consumer<List<String>> unknownFields(Call call) {
        return switch (call.parameter("fieldValidation")) {
            case "Strict" ->
                paths -> {
                    throw Refusal.badRequest("strict decoding error: unknown field \""
                            + String.join("\", unknown field \"", paths) + "\"");
                };
            case "Ignore" -> _ -> {};
            default -> paths -> paths.forEach(path -> call.warn("unknown field \"" + path + "\""));
        };
    }
}
