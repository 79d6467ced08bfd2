package dev.headpond.playground.apiserver.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.headpond.playground.apiserver.kinds.Cause;
import dev.headpond.playground.apiserver.kinds.Refusal;
import dev.headpond.playground.apiserver.kinds.ResourceType;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/// Names of new objects: generated if asked for, and checked.
final class Names {
    private static final int NAME_CHARACTERS_MAX = 253;
    private static final int LABEL_CHARACTERS_MAX = 63;
    private static final int SUFFIX_CHARACTERS = 5;
    /// Without vowels and what looks like another one, so that no words arise.
    private static final String SUFFIX_ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

    private static final Pattern SUBDOMAIN = Pattern.compile("[a-z0-9]([-a-z0-9.:]*[a-z0-9])?");
    private static final Pattern LABEL = Pattern.compile("[a-z]([-a-z0-9]*[a-z0-9])?");
    private static final Pattern LABEL_VALUE = Pattern.compile("([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?");

    private final RandomGenerator random;

    Names(RandomGenerator random) {
        this.random = random;
    }

    /// Sets name and namespace in place.
    ///
    /// @param namespace of the request's path; empty if the type has none
    void complete(ResourceType type, String namespace, ObjectNode object) {
        var metadata = Meta.editable(object);
        var meta = Meta.of(object);
        if (meta.name().isEmpty() && metadata.hasNonNull("generateName")) {
            metadata.put("name", metadata.path("generateName").asText() + suffix());
        }
        if (!meta.namespace().isEmpty() && !meta.namespace().equals(namespace)) {
            throw Refusal.badRequest("the namespace of the provided object (" + meta.namespace()
                    + ") does not match the namespace sent on the request (" + namespace + ")");
        }
        if (type.namespaced()) {
            metadata.put("namespace", namespace);
        }
        var causes = problems(type, object);
        if (!causes.isEmpty()) {
            throw Refusal.invalid(type, meta.name(), causes);
        }
    }

    private String suffix() {
        var suffix = new StringBuilder();
        for (int i = 0; i < SUFFIX_CHARACTERS; i++) {
            suffix.append(SUFFIX_ALPHABET.charAt(random.nextInt(SUFFIX_ALPHABET.length())));
        }
        return suffix.toString();
    }

    private static List<Cause> problems(ResourceType type, ObjectNode object) {
        var causes = new ArrayList<Cause>();
        var name = Meta.of(object).name();
        if (name.isEmpty()) {
            causes.add(new Cause("metadata.name", "Required value: name or generateName is required"));
        } else if (type.is(ResourceType.SERVICES)) {
            check("metadata.name", name, LABEL, LABEL_CHARACTERS_MAX, causes);
        } else {
            check("metadata.name", name, SUBDOMAIN, NAME_CHARACTERS_MAX, causes);
        }
        object.at("/metadata/labels")
                .properties()
                .forEach(label -> check(
                        "metadata.labels[" + label.getKey() + "]",
                        label.getValue().asText(),
                        LABEL_VALUE,
                        LABEL_CHARACTERS_MAX,
                        causes));
        return causes;
    }

    private static void check(String field, String value, Pattern pattern, int charactersMax, List<Cause> causes) {
        if (value.length() > charactersMax) {
            causes.add(new Cause(
                    field, "Invalid value: \"" + value + "\": must be no more than " + charactersMax + " characters"));
        } else if (!pattern.matcher(value).matches()) {
            causes.add(new Cause(field, "Invalid value: \"" + value + "\": must match '" + pattern.pattern() + "'"));
        }
    }
}
