package dev.headpond.operator.decide;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.headpond.operator.decide.ScalingState.Baseline;
import dev.headpond.operator.decide.ScalingState.Ceiling;
import dev.headpond.operator.decide.ScalingState.Change;
import dev.headpond.operator.decide.ScalingState.Judgement;
import dev.headpond.operator.decide.ScalingState.Need;
import dev.headpond.operator.decide.ScalingState.Step;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.StreamSupport;

/// A [ScalingState] as one line of JSON, to be kept in status. What cannot be read back is forgotten
/// rather than refused: a decider without memory is careful, one that stops is useless.
public final class ScalingStateText {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    /// A state with full lists stays under it; anything longer was not written here.
    private static final int CHARS_MAX = 64 << 10;

    private ScalingStateText() {}

    public static String write(ScalingState state) {
        var root = JsonNodeFactory.instance.objectNode();
        root.put("sinkHash", state.sinkHash())
                .put("awaitedReady", state.awaitedReady())
                .put("settleUntil", state.settleUntilMillis())
                .put("sinkSaturated", state.sinkSaturated())
                .put("sinkHoldUntil", state.sinkHoldUntilMillis());
        state.baseline()
                .ifPresent(b ->
                        root.putObject("baseline").put("millis", b.millis()).put("since", b.sinceMillis()));
        state.ceiling()
                .ifPresent(c -> root.putObject("ceiling")
                        .put("pods", c.pods())
                        .put("expiresAt", c.expiresAtMillis())
                        .put("lifetime", c.lifetimeMillis()));
        state.judgement().ifPresent(j -> judgement(j, root.putObject("judgement")));
        put(root, "peaks", state.peaks(), ScalingStateText::need);
        put(root, "troughs", state.troughs(), ScalingStateText::need);
        put(root, "changes", state.changes(), ScalingStateText::change);
        put(root, "history", state.history(), ScalingStateText::step);
        return root.toString();
    }

    private static <T> void put(ObjectNode root, String name, List<T> values, Function<T, ObjectNode> node) {
        if (!values.isEmpty()) {
            values.forEach(value -> root.withArray(name).add(node.apply(value)));
        }
    }

    private static void judgement(Judgement judgement, ObjectNode to) {
        to.put("from", judgement.from())
                .put("to", judgement.to())
                .put("deliveredPerSecond", judgement.deliveredPerSecond())
                .put("depthBytes", judgement.depthBytes())
                .put("judgeAt", judgement.judgeAtMillis());
    }

    private static ObjectNode need(Need need) {
        return JsonNodeFactory.instance.objectNode().put("pods", need.pods()).put("until", need.untilMillis());
    }

    private static ObjectNode change(Change change) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("at", change.atMillis())
                .put("delta", change.delta());
    }

    private static ObjectNode step(Step step) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("at", step.atMillis())
                .put("from", step.from())
                .put("to", step.to())
                .put("diagnosis", step.diagnosis().name())
                .put("reason", step.reason())
                .put("message", step.message());
    }

    /// What [#write] wrote, or [ScalingState#NONE] where the text is something else.
    public static ScalingState read(String text) {
        if (text.length() > CHARS_MAX) {
            return ScalingState.NONE;
        }
        try {
            return state(JSON.readTree(text));
        } catch (JsonProcessingException | IllegalArgumentException _) {
            return ScalingState.NONE;
        }
    }

    private static ScalingState state(JsonNode root) {
        return new ScalingState(
                root.path("sinkHash").asText(),
                root.path("awaitedReady").asInt(),
                root.path("settleUntil").asLong(),
                root.path("sinkSaturated").asBoolean(),
                root.path("sinkHoldUntil").asLong(),
                optional(
                        root.path("baseline"),
                        n -> new Baseline(
                                n.path("millis").asDouble(), n.path("since").asLong())),
                optional(
                        root.path("ceiling"),
                        n -> new Ceiling(
                                n.path("pods").asInt(),
                                n.path("expiresAt").asLong(),
                                n.path("lifetime").asLong())),
                optional(root.path("judgement"), ScalingStateText::judgement),
                list(root.path("peaks"), ScalingStateText::need),
                list(root.path("troughs"), ScalingStateText::need),
                list(
                        root.path("changes"),
                        n -> new Change(n.path("at").asLong(), n.path("delta").asInt())),
                list(root.path("history"), ScalingStateText::step));
    }

    private static Judgement judgement(JsonNode n) {
        return new Judgement(
                n.path("from").asInt(),
                n.path("to").asInt(),
                n.path("deliveredPerSecond").asDouble(),
                n.path("depthBytes").asLong(),
                n.path("judgeAt").asLong());
    }

    private static Need need(JsonNode n) {
        return new Need(n.path("pods").asInt(), n.path("until").asLong());
    }

    private static Step step(JsonNode n) {
        return new Step(
                n.path("at").asLong(),
                n.path("from").asInt(),
                n.path("to").asInt(),
                Diagnosis.valueOf(n.path("diagnosis").asText()),
                n.path("reason").asText(),
                n.path("message").asText());
    }

    private static <T> Optional<T> optional(JsonNode node, Function<JsonNode, T> read) {
        return node.isObject() ? Optional.of(read.apply(node)) : Optional.empty();
    }

    private static <T> List<T> list(JsonNode node, Function<JsonNode, T> read) {
        return StreamSupport.stream(node.spliterator(), false).map(read).toList();
    }
}
