package dev.headpond.playground.apiserver.kinds;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/// A request that is not carried out, with what the client is told: thrown from wherever the reason is found,
/// and answered as a `Status` in one place. It has no stack trace, since it is no fault of the server.
public final class Refusal extends RuntimeException {
    public static final int CONFLICT = 409;
    private static final String CHANGED =
            "the object has been modified; please apply your changes to the latest version and try again";

    private final int code;
    private final String reason;
    private final transient ObjectNode details;

    private Refusal(int code, String reason, String message, ObjectNode details) {
        super(message, null, false, false);
        this.code = code;
        this.reason = reason;
        this.details = details;
    }

    public static Refusal badRequest(String message) {
        return new Refusal(400, "BadRequest", message, details());
    }

    public static Refusal forbidden(String message) {
        return new Refusal(403, "Forbidden", message, details());
    }

    /// No such path, as opposed to no such object.
    public static Refusal unknownPath() {
        return new Refusal(404, "NotFound", "the server could not find the requested resource", details());
    }

    public static Refusal notFound(ResourceType type, String name) {
        return new Refusal(404, "NotFound", named(type, name) + " not found", details(type, name));
    }

    public static Refusal methodNotAllowed(String method, String path) {
        return new Refusal(405, "MethodNotAllowed", method + " is not supported on " + path, details());
    }

    public static Refusal alreadyExists(ResourceType type, String name) {
        return new Refusal(CONFLICT, "AlreadyExists", named(type, name) + " already exists", details(type, name));
    }

    /// An update that was made from an object that has changed since.
    public static Refusal stale(ResourceType type, String name) {
        return conflict(type, name, CHANGED);
    }

    public static Refusal conflict(ResourceType type, String name, String why) {
        var message = "Operation cannot be fulfilled on " + named(type, name) + ": " + why;
        return new Refusal(CONFLICT, "Conflict", message, details(type, name));
    }

    /// Fields that other managers own.
    ///
    /// @param causes one per field: who owns it, and its path
    public static Refusal ownedByOthers(List<Cause> causes) {
        var details = details();
        causes.forEach(cause -> details.withArray("/causes").add(cause.json("FieldManagerConflict")));
        var shown = causes.stream()
                .map(cause -> cause.message() + ": " + cause.field())
                .toList();
        var message = "Apply failed with " + causes.size() + (causes.size() == 1 ? " conflict: " : " conflicts: ")
                + String.join(", ", shown);
        return new Refusal(CONFLICT, "Conflict", message, details);
    }

    public static Refusal expired(String message) {
        return new Refusal(410, "Expired", message, details());
    }

    public static Refusal tooLarge(int bytesMax) {
        return new Refusal(
                413, "RequestEntityTooLarge", "Request entity too large: limit is " + bytesMax + " bytes", details());
    }

    public static Refusal unsupportedMediaType(String type, String accepted) {
        return new Refusal(
                415,
                "UnsupportedMediaType",
                "the body of the request was in an unknown format (" + type + ") - accepted media types include: "
                        + accepted,
                details());
    }

    public static Refusal invalid(ResourceType type, String name, List<Cause> causes) {
        var details = details(type, name).put("kind", type.kind());
        causes.forEach(cause -> details.withArray("/causes").add(cause.json("FieldValueInvalid")));
        var shown = causes.stream()
                .map(cause -> cause.field().isEmpty() ? cause.message() : cause.field() + ": " + cause.message())
                .toList();
        var list = shown.size() == 1 ? shown.getFirst() : "[" + String.join(", ", shown) + "]";
        return new Refusal(422, "Invalid", type.qualifiedKind() + " \"" + name + "\" is invalid: " + list, details);
    }

    public static Refusal tooMany(String message) {
        return new Refusal(429, "TooManyRequests", message, details().put("retryAfterSeconds", 1));
    }

    public static Refusal broken(String message) {
        return new Refusal(500, "InternalError", "Internal error occurred: " + message, details());
    }

    public int code() {
        return code;
    }

    /// The `Status` that the client gets.
    public ObjectNode status() {
        var status = JsonNodeFactory.instance
                .objectNode()
                .put("kind", "Status")
                .put("apiVersion", "v1")
                .put("status", "Failure")
                .put("message", getMessage())
                .put("reason", reason)
                .put("code", code);
        status.putObject("metadata");
        status.set("details", details);
        return status;
    }

    private static String named(ResourceType type, String name) {
        return type.qualified() + " \"" + name + "\"";
    }

    private static ObjectNode details() {
        return JsonNodeFactory.instance.objectNode();
    }

    private static ObjectNode details(ResourceType type, String name) {
        return details().put("name", name).put("group", type.group()).put("kind", type.plural());
    }
}
