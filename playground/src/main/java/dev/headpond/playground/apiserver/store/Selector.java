package dev.headpond.playground.apiserver.store;

import com.fasterxml.jackson.databind.JsonNode;
import dev.headpond.playground.apiserver.kinds.Refusal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Label and field selectors of list, watch and delete-collection.
public final class Selector implements Predicate<JsonNode> {
    private static final Pattern SET_BASED = Pattern.compile("([\\w./-]+)\\s+(in|notin)\\s*\\(([^()]*)\\)");
    private static final Pattern EQUAL = Pattern.compile("([\\w./-]+)\\s*(==|=|!=)\\s*([\\w.-]*)");
    private static final Pattern EXISTS = Pattern.compile("(!?)\\s*([\\w./-]+)");
    private static final Pattern FIELD = Pattern.compile("([\\w.-]+)(==|=|!=)(.*)");

    private final List<Predicate<JsonNode>> terms;

    private Selector(List<Predicate<JsonNode>> terms) {
        this.terms = terms;
    }

    /// @param labels as in `labelSelector`, may be empty
    /// @param fields as in `fieldSelector`, may be empty
    /// @throws Refusal 400 if one of them cannot be read
    public static Selector of(String labels, String fields) {
        var terms = new ArrayList<Predicate<JsonNode>>();
        for (var term : labels.split(",(?![^(]*\\))", -1)) {
            if (!term.isBlank()) {
                terms.add(label(term.strip()));
            }
        }
        for (var term : fields.split(",", -1)) {
            if (!term.isBlank()) {
                terms.add(field(term.strip()));
            }
        }
        return new Selector(List.copyOf(terms));
    }

    /// Also selects by name, for a watch on one object.
    public Selector named(String name) {
        var all = new ArrayList<>(terms);
        all.add(object -> Meta.of(object).name().equals(name));
        return new Selector(List.copyOf(all));
    }

    @Override
    public boolean test(JsonNode object) {
        return terms.stream().allMatch(term -> term.test(object));
    }

    private static Predicate<JsonNode> label(String term) {
        var set = SET_BASED.matcher(term);
        if (set.matches()) {
            var values = Arrays.stream(set.group(3).split(",", -1))
                    .map(String::strip)
                    .collect(Collectors.toSet());
            return values(set.group(1), values, set.group(2).equals("in"));
        }
        var equal = EQUAL.matcher(term);
        if (equal.matches()) {
            return values(
                    equal.group(1), Set.of(equal.group(3)), !equal.group(2).equals("!="));
        }
        var exists = EXISTS.matcher(term);
        if (exists.matches()) {
            boolean wanted = exists.group(1).isEmpty();
            return object -> object.at("/metadata/labels").has(exists.group(2)) == wanted;
        }
        throw Refusal.badRequest("unable to parse requirement: labelSelector has \"" + term + "\"");
    }

    /// A missing label is in no set.
    private static Predicate<JsonNode> values(String key, Set<String> values, boolean isIn) {
        return object -> {
            var label = object.at("/metadata/labels").path(key);
            return (label.isTextual() && values.contains(label.asText())) == isIn;
        };
    }

    private static Predicate<JsonNode> field(String term) {
        var matcher = FIELD.matcher(term);
        if (!matcher.matches()) {
            throw Refusal.badRequest("invalid field selector: \"" + term + "\" must be path=value or path!=value");
        }
        var pointer = "/" + matcher.group(1).replace('.', '/');
        boolean wanted = !matcher.group(2).equals("!=");
        return object -> object.at(pointer).asText().equals(matcher.group(3)) == wanted;
    }
}
