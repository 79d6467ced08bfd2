package dev.headpond.playground.apiserver.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.headpond.playground.apiserver.kinds.ResourceType;

/// What a real server fills into built-in objects, as far as operators stumble over it: a controller that
/// compares what it wants with what is there must meet these here too.
final class Defaults {
    private Defaults() {}

    static void set(ResourceType type, ObjectNode object) {
        switch (type.id()) {
            case ResourceType.PODS -> pod(spec(object));
            case ResourceType.SERVICES -> service(spec(object));
            case "/secrets" -> text(object, "type", "Opaque");
            case "/persistentvolumeclaims" -> text(spec(object), "volumeMode", "Filesystem");
            case "apps/deployments" -> deployment(spec(object));
            case "apps/replicasets", "apps/statefulsets" -> workload(spec(object));
            default -> {}
        }
    }

    /// The status of a new object, which nobody owns yet.
    static void setStatus(ResourceType type, ObjectNode object) {
        switch (type.id()) {
            case ResourceType.NAMESPACES -> phase(object, "Active");
            case ResourceType.PODS, "/persistentvolumeclaims" -> phase(object, "Pending");
            default -> {}
        }
    }

    private static ObjectNode spec(ObjectNode object) {
        return object.get("spec") instanceof ObjectNode spec ? spec : object.putObject("spec");
    }

    private static void phase(ObjectNode object, String phase) {
        object.putObject("status").put("phase", phase);
    }

    private static void deployment(ObjectNode spec) {
        workload(spec);
        number(spec, "revisionHistoryLimit", 10);
        number(spec, "progressDeadlineSeconds", 600);
        if (!spec.has("strategy")) {
            spec.putObject("strategy")
                    .put("type", "RollingUpdate")
                    .putObject("rollingUpdate")
                    .put("maxSurge", "25%")
                    .put("maxUnavailable", "25%");
        }
    }

    private static void workload(ObjectNode spec) {
        number(spec, "replicas", 1);
        if (spec.at("/template/spec") instanceof ObjectNode template) {
            pod(template);
        }
    }

    private static void pod(ObjectNode spec) {
        text(spec, "restartPolicy", "Always");
        text(spec, "dnsPolicy", "ClusterFirst");
        text(spec, "schedulerName", "default-scheduler");
        number(spec, "terminationGracePeriodSeconds", 30);
        if (!spec.has("securityContext")) {
            spec.putObject("securityContext");
        }
        spec.path("containers").forEach(Defaults::container);
        spec.path("initContainers").forEach(Defaults::container);
        spec.path("volumes").forEach(Defaults::volume);
    }

    private static void container(JsonNode node) {
        if (!(node instanceof ObjectNode container)) {
            return;
        }
        text(container, "terminationMessagePath", "/dev/termination-log");
        text(container, "terminationMessagePolicy", "File");
        text(container, "imagePullPolicy", isLatest(container.path("image").asText()) ? "Always" : "IfNotPresent");
        if (!container.has("resources")) {
            container.putObject("resources");
        }
        container.path("ports").forEach(Defaults::protocol);
        container.path("env").forEach(Defaults::fieldRef);
        for (var probe : new String[] {"livenessProbe", "readinessProbe", "startupProbe"}) {
            if (container.get(probe) instanceof ObjectNode found) {
                probe(found);
            }
        }
    }

    private static boolean isLatest(String image) {
        return image.endsWith(":latest")
                || !image.substring(image.lastIndexOf('/') + 1).contains(":");
    }

    private static void protocol(JsonNode port) {
        if (port instanceof ObjectNode object) {
            text(object, "protocol", "TCP");
        }
    }

    /// Atomic for apply, and completed all the same: who leaves it out differs at every comparison.
    private static void fieldRef(JsonNode env) {
        if (env.at("/valueFrom/fieldRef") instanceof ObjectNode reference) {
            text(reference, "apiVersion", "v1");
        }
    }

    private static void probe(ObjectNode probe) {
        number(probe, "timeoutSeconds", 1);
        number(probe, "periodSeconds", 10);
        number(probe, "successThreshold", 1);
        number(probe, "failureThreshold", 3);
        if (probe.get("httpGet") instanceof ObjectNode get) {
            text(get, "scheme", "HTTP");
        }
    }

    /// 420 is 0644: files that their owner writes and everybody reads.
    private static void volume(JsonNode volume) {
        for (var source : new String[] {"configMap", "secret", "projected", "downwardAPI"}) {
            if (volume.get(source) instanceof ObjectNode found) {
                number(found, "defaultMode", 420);
            }
        }
    }

    private static void service(ObjectNode spec) {
        text(spec, "type", "ClusterIP");
        text(spec, "sessionAffinity", "None");
        text(spec, "internalTrafficPolicy", "Cluster");
        spec.path("ports").forEach(port -> {
            protocol(port);
            if (port instanceof ObjectNode object && !object.has("targetPort")) {
                object.set("targetPort", object.path("port"));
            }
        });
    }

    private static void text(ObjectNode object, String field, String value) {
        if (!object.hasNonNull(field)) {
            object.put(field, value);
        }
    }

    private static void number(ObjectNode object, String field, int value) {
        if (!object.hasNonNull(field)) {
            object.put(field, value);
        }
    }
}
