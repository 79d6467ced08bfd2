package dev.headpond.playground.apiserver.view;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.headpond.playground.apiserver.kinds.Column;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/// The cells of a table, one from each object for each column.
final class Cells {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String NONE = "<none>";

    private Cells() {}

    static JsonNode cell(Column column, JsonNode object, Instant now) {
        return switch (column.path()) {
            case "@podReady" -> text(podReady(object));
            case "@podStatus" -> text(podStatus(object));
            case "@restarts" -> NODES.numberNode(restarts(object));
            case "@replicasReady" ->
                text(object.at("/status/readyReplicas").asInt(0) + "/"
                        + object.at("/spec/replicas").asInt(1));
            case "@updated" ->
                NODES.numberNode(object.at("/status/updatedReplicas").asInt(0));
            case "@available" ->
                NODES.numberNode(object.at("/status/availableReplicas").asInt(0));
            case "@servicePorts" -> text(servicePorts(object));
            case "@entries" ->
                NODES.numberNode(
                        object.path("data").size() + object.path("binaryData").size());
            case "@regarding" -> text(regarding(object));
            default -> at(column, object, now);
        };
    }

    private static JsonNode at(Column column, JsonNode object, Instant now) {
        var found = JsonPath.all(object, column.path());
        if (found.isEmpty()) {
            return column.type().equals("string") ? text(NONE) : NODES.nullNode();
        }
        if (column.type().equals("date")) {
            return text(age(found.getFirst().asText(), now));
        }
        if (found.size() == 1 && found.getFirst().isValueNode()) {
            return found.getFirst();
        }
        return text(found.stream()
                .map(node -> node.isValueNode() ? node.asText() : node.toString())
                .collect(Collectors.joining(",")));
    }

    /// As kubectl shows ages: two units while they say something, one for long ones.
    static String age(String time, Instant now) {
        try {
            var age = Duration.between(Instant.parse(time), now);
            long seconds = Math.max(0, age.toSeconds());
            if (seconds < 120) {
                return seconds + "s";
            }
            if (seconds < 600) {
                return seconds / 60 + "m" + (seconds % 60 == 0 ? "" : seconds % 60 + "s");
            }
            if (seconds < 10_800) {
                return seconds / 60 + "m";
            }
            return seconds < 172_800 ? seconds / 3600 + "h" : seconds / 86_400 + "d";
        } catch (DateTimeException _) {
            return "<invalid>";
        }
    }

    private static String podReady(JsonNode pod) {
        var statuses = pod.at("/status/containerStatuses");
        long ready = StreamSupport.stream(statuses.spliterator(), false)
                .filter(status -> status.path("ready").asBoolean(false))
                .count();
        return ready + "/" + pod.at("/spec/containers").size();
    }

    private static String podStatus(JsonNode pod) {
        if (pod.at("/metadata/deletionTimestamp").isTextual()) {
            return "Terminating";
        }
        for (var status : pod.at("/status/containerStatuses")) {
            for (var state : new String[] {"waiting", "terminated"}) {
                var reason = status.path("state").path(state).path("reason").asText();
                if (!reason.isEmpty()) {
                    return reason;
                }
            }
        }
        return pod.at("/status/phase").asText("Pending");
    }

    private static int restarts(JsonNode pod) {
        int restarts = 0;
        for (var status : pod.at("/status/containerStatuses")) {
            restarts += status.path("restartCount").asInt(0);
        }
        return restarts;
    }

    private static String servicePorts(JsonNode service) {
        return StreamSupport.stream(service.at("/spec/ports").spliterator(), false)
                .map(port ->
                        port.path("port").asText() + "/" + port.path("protocol").asText())
                .collect(Collectors.joining(","));
    }

    private static String regarding(JsonNode event) {
        var object = event.has("regarding") ? event.path("regarding") : event.path("involvedObject");
        return object.path("kind").asText().toLowerCase(Locale.ROOT) + "/"
                + object.path("name").asText();
    }

    private static JsonNode text(String text) {
        return NODES.textNode(text);
    }
}
