package dev.headpond.playground.apiserver.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.headpond.playground.apiserver.kinds.Cause;
import dev.headpond.playground.apiserver.kinds.CustomTypes;
import dev.headpond.playground.apiserver.kinds.Refusal;
import dev.headpond.playground.apiserver.kinds.ResourceType;
import dev.headpond.playground.apiserver.kinds.SchemaCheck;
import dev.headpond.playground.apiserver.kinds.StructuralSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Completes an object before it is stored, or refuses it.
final class Admission {
    private static final Set<String> LOCKABLE = Set.of("/configmaps", "/secrets");
    private static final Set<String> WORKLOADS = Set.of("apps/deployments", "apps/replicasets", "apps/statefulsets");
    private final Validator validator;

    Admission(Validator validator) {
        this.validator = validator;
    }

    /// Changes the object in place.
    ///
    /// @throws Refusal 422 with everything that is wrong
    void admit(
            ResourceType type, ObjectNode object, Optional<ObjectNode> previous, Consumer<List<String>> unknownFields) {
        type.schema().ifPresent(schema -> {
            var unknown = StructuralSchema.prune(schema, object);
            if (!unknown.isEmpty()) {
                unknownFields.accept(unknown);
            }
            StructuralSchema.setDefaults(schema, object);
        });
        Defaults.set(type, object);
        var causes = problems(type, object, previous);
        if (!causes.isEmpty()) {
            throw Refusal.invalid(type, Meta.of(object).name(), causes);
        }
    }

    private List<Cause> problems(ResourceType type, ObjectNode object, Optional<ObjectNode> previous) {
        var causes = new ArrayList<Cause>();
        type.schema().ifPresent(schema -> causes.addAll(SchemaCheck.problems(schema, object)));
        if (type.is(ResourceType.DEFINITIONS)) {
            causes.addAll(CustomTypes.problems(object));
        }
        previous.ifPresent(before -> causes.addAll(frozen(type, before, object)));
        if (causes.isEmpty() && previous.map(before -> differs(before, object)).orElse(true)) {
            validator
                    .problems(type.kind(), object, previous.map(before -> before))
                    .forEach(message -> causes.add(Cause.of(message)));
        }
        return causes;
    }

    /// A change of metadata or status only is none of the validator's business: an object that newer rules
    /// refuse must still be able to lose its finalizers.
    private static boolean differs(ObjectNode before, ObjectNode after) {
        return !before.deepCopy()
                .without(List.of("metadata", "status"))
                .equals(after.deepCopy().without(List.of("metadata", "status")));
    }

    private static List<Cause> frozen(ResourceType type, JsonNode before, JsonNode after) {
        var causes = new ArrayList<Cause>();
        if (LOCKABLE.contains(type.id()) && before.path("immutable").asBoolean(false)) {
            for (var field : List.of("data", "binaryData", "stringData", "immutable")) {
                frozenField(before, after, "/" + field, "field is immutable when `immutable` is set", causes);
            }
        }
        if (WORKLOADS.contains(type.id())) {
            frozenField(before, after, "/spec/selector", "field is immutable", causes);
        }
        return causes;
    }

    private static void frozenField(JsonNode before, JsonNode after, String at, String why, List<Cause> causes) {
        if (!before.at(at).equals(after.at(at))) {
            causes.add(new Cause(at.substring(1).replace('/', '.'), "Forbidden: " + why));
        }
    }
}
