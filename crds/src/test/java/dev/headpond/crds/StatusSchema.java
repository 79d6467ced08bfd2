package dev.headpond.crds;

import com.fasterxml.jackson.databind.node.ObjectNode;

/// What the generator leaves out of the status, the subresources and the columns of `kubectl get`.
final class StatusSchema {
    private StatusSchema() {}

    /// @param version the entry of `spec.versions` in the CRD
    static void addTo(Schema status, ObjectNode version) {
        numbers(status);
        times(status);
        conditions(status);
        status.at("effective").put("type", "object");
        status.at("scaling.history").put("maxItems", 10);
        status.at("scaling.memory").put("maxLength", 64 << 10);
        version.withObject("/subresources/scale")
                .put("specReplicasPath", ".spec.scaling.replicas")
                .put("statusReplicasPath", ".status.replicas")
                .put("labelSelectorPath", ".status.selector");
        columns(version);
    }

    private static void numbers(Schema status) {
        for (var path : new String[] {
            "replicas",
            "readyReplicas",
            "load.podsAnswered",
            "scaling.desired",
            "scaling.recommended",
            "scaling.lastDecision.from",
            "scaling.lastDecision.to",
            "scaling.history[].from",
            "scaling.history[].to",
            "scaling.sinkCeiling.replicas"
        }) {
            status.at(path).put("format", "int32");
        }
        for (var path : new String[] {
            "observedGeneration",
            "conditions[].observedGeneration",
            "load.offeredPerSecond",
            "load.acceptedPerSecond",
            "load.deliveredPerSecond",
            "load.depthEvents"
        }) {
            status.at(path).put("format", "int64");
        }
    }

    private static void times(Schema status) {
        for (var path : new String[] {
            "conditions[].lastTransitionTime",
            "scaling.holdUpUntil",
            "scaling.lastDecision.at",
            "scaling.history[].at",
            "scaling.sinkCeiling.expiresAt"
        }) {
            status.at(path).put("format", "date-time");
        }
    }

    private static void conditions(Schema status) {
        status.at("conditions").put("x-kubernetes-list-type", "map").strings("x-kubernetes-list-map-keys", "type");
        status.at("conditions[]").required("type", "status", "lastTransitionTime", "reason", "message");
        status.at("conditions[].status").strings("enum", "True", "False", "Unknown");
        status.at("conditions[].type").text(316);
        status.at("conditions[].reason").text("^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$", 1024);
        status.at("conditions[].message").put("maxLength", 32768);
    }

    private static void columns(ObjectNode version) {
        var columns = version.putArray("additionalPrinterColumns");
        column(columns.addObject(), "Ready", "string", ".status.conditions[?(@.type==\"Ready\")].status");
        column(columns.addObject(), "Replicas", "integer", ".status.replicas");
        column(columns.addObject(), "Depth", "string", ".status.load.depth");
        column(columns.addObject(), "Rate-Limited", "string", ".status.load.rateLimited");
        column(columns.addObject(), "Sink", "string", ".status.load.sink");
        column(columns.addObject(), "Diagnosis", "string", ".status.scaling.diagnosis");
        column(columns.addObject(), "Age", "date", ".metadata.creationTimestamp");
    }

    private static void column(ObjectNode column, String name, String type, String path) {
        column.put("name", name).put("type", type).put("jsonPath", path);
    }
}
