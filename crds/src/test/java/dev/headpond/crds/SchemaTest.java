package dev.headpond.crds;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.headpond.policy.Durations;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What the checked-in CRD says, against what the code does.
class SchemaTest {
    private static final Pattern DEFAULT = Pattern.compile("default \"?([0-9][0-9A-Za-z.%_]*[0-9A-Za-z%]|[0-9])");
    private static final Pattern DEFAULT_WORD = Pattern.compile("([A-Za-z]+) \\(default\\)|default ([A-Z_]+)");

    private JsonNode crd = new YAMLMapper().createObjectNode();
    private JsonNode spec = crd;

    @BeforeEach
    void read() throws IOException {
        crd = new YAMLMapper().readTree(CrdGeneration.FILE.toFile());
        spec = crd.at("/spec/versions/0/schema/openAPIV3Schema/properties/spec");
    }

    @Test
    void everyNumberHasTheBoundOfThePolicy() {
        var numbers = new ArrayList<String>();
        walk(spec, "", (path, field) -> {
            if (field.path("type").asText().equals("integer") && !path.startsWith("pod.")) {
                numbers.add(path);
                var limit = SchemaBounds.NUMBERS.get(path);
                assertThat(limit).as(path).isNotNull();
                assertThat(field.path("minimum").asLong()).as(path).isEqualTo(limit.min());
                assertThat(field.path("maximum").asLong()).as(path).isEqualTo(limit.max());
            }
        });
        assertThat(numbers).hasSameSizeAs(SchemaBounds.NUMBERS.keySet());
    }

    @Test
    void everySizeAndEveryDurationHasARule() {
        var ruled = new ArrayList<String>();
        walk(spec, "", (path, field) -> {
            boolean size = field.path("x-kubernetes-int-or-string").asBoolean();
            boolean duration = field.path("pattern").asText().equals(Durations.PATTERN);
            if ((size || duration) && !path.startsWith("pod.")) {
                assertThat(field.path("x-kubernetes-validations")).as(path).isNotEmpty();
                assertThat(field.path("maxLength").asInt()).as(path).isPositive();
                ruled.add(path);
            }
        });
        assertThat(ruled).hasSize(SchemaBounds.SIZES.size() + SchemaBounds.DURATIONS.size());
    }

    /// So that no rule is without a spec that breaks it on a real API server.
    @Test
    void everyRuleOfTheCrdIsInTheTable() {
        var messages = new TreeMap<String, String>();
        rules(crd.at("/spec/versions/0/schema/openAPIV3Schema"), messages);
        var says = RuleTable.rows().stream().map(RuleTable.Row::says).collect(Collectors.toSet());
        assertThat(messages).hasSizeGreaterThan(15);
        // Bounds of one field are all made by the same two lines: one of each kind is enough.
        assertThat(messages.keySet().stream()
                        .filter(m -> !m.startsWith("must be a size of") && !m.startsWith("must be a duration of")))
                .allSatisfy(message -> assertThat(says).anyMatch(message::contains));
    }

    private static void rules(JsonNode node, Map<String, String> messages) {
        node.path("x-kubernetes-validations")
                .forEach(v ->
                        messages.put(v.path("message").asText(), v.path("rule").asText()));
        node.forEach(child -> rules(child, messages));
    }

    @Test
    void aDefaultThatADescriptionNamesIsTheOneThatTheCodeApplies() {
        var effective = effective();
        var checked = new ArrayList<String>();
        walk(spec, "", (path, field) -> {
            var value = effective.at("/" + path.replace('.', '/')).asText();
            var description = field.path("description").asText();
            var number = DEFAULT.matcher(description);
            var word = DEFAULT_WORD.matcher(description);
            if (number.find() && !value.isEmpty()) {
                assertThat(number.group(1)).as(path).isEqualTo(value);
                checked.add(path);
            } else if (word.find() && !value.isEmpty()) {
                assertThat(List.of(word.group())).as(path).allMatch(text -> text.contains(value));
                checked.add(path);
            }
        });
        assertThat(checked).hasSizeGreaterThan(20);
    }

    private static ObjectNode effective() {
        var tree = (ObjectNode) LeastPolicy.tree();
        var scaling = LeastPolicy.SCALING;
        tree.putObject("scaling")
                .put("mode", scaling.mode().name())
                .put("minReplicas", scaling.minReplicas())
                .put("maxReplicas", scaling.maxReplicas())
                .put("targetQueueDepthPercent", scaling.targetQueueDepthPercent())
                .put("maxRateLimitedRatio", scaling.maxRateLimitedRatio().percent());
        return tree;
    }

    @Test
    void conditionsAreAMapByTheirType() {
        var conditions = crd.at("/spec/versions/0/schema/openAPIV3Schema/properties/status/properties/conditions");
        assertThat(conditions.path("x-kubernetes-list-type").asText()).isEqualTo("map");
        assertThat(conditions.at("/x-kubernetes-list-map-keys/0").asText()).isEqualTo("type");
    }

    @Test
    void statusAndScaleAreSubresources() {
        var subresources = crd.at("/spec/versions/0/subresources");
        assertThat(subresources.has("status")).isTrue();
        assertThat(subresources.path("scale").toString())
                .contains(".spec.scaling.replicas", ".status.replicas", ".status.selector");
    }

    private static void walk(JsonNode schema, String path, BiConsumer<String, JsonNode> visit) {
        schema.path("properties").properties().forEach(field -> {
            var at = path.isEmpty() ? field.getKey() : path + "." + field.getKey();
            visit.accept(at, field.getValue());
            walk(field.getValue(), at, visit);
            walk(field.getValue().path("items"), at + "[]", visit);
        });
    }
}
