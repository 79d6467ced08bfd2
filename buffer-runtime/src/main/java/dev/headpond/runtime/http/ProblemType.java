package dev.headpond.runtime.http;

/// Every way in which the door says no: status, name and title of the problem+json (RFC 9457).
enum ProblemType {
    MALFORMED_REQUEST(400, "Bad Request", "malformed-request", "The request is not valid HTTP"),
    INVALID_EVENTS(400, "Bad Request", "invalid-events", "No valid event"),
    UNAUTHORIZED(401, "Unauthorized", "unauthorized", "A valid token is needed"),
    NOT_FOUND(404, "Not Found", "not-found", "Nothing is here"),
    METHOD_NOT_ALLOWED(405, "Method Not Allowed", "method-not-allowed", "Events are posted"),
    TOO_SLOW(408, "Request Timeout", "too-slow", "The request took too long to arrive"),
    REQUEST_TOO_LARGE(413, "Content Too Large", "request-too-large", "The request is too large"),
    EVENT_TOO_LARGE(413, "Content Too Large", "event-too-large", "The event is too large"),
    TOO_MANY_EVENTS(413, "Content Too Large", "too-many-events", "Too many events in one request"),
    TARGET_TOO_LONG(414, "URI Too Long", "target-too-long", "The request line is too long"),
    UNSUPPORTED_MEDIA_TYPE(415, "Unsupported Media Type", "unsupported-media-type", "The body's format is not known"),
    UNSUPPORTED_CODING(415, "Unsupported Media Type", "unsupported-coding", "The body's coding is not known"),
    EXPECTATION_FAILED(417, "Expectation Failed", "expectation-failed", "The expectation cannot be met"),
    RATE_LIMITED(429, "Too Many Requests", "rate-limited", "Over the admitted rate"),
    BUFFER_FULL(429, "Too Many Requests", "buffer-full", "The buffer is full"),
    HEADERS_TOO_LARGE(431, "Request Header Fields Too Large", "headers-too-large", "The headers are too large"),
    INTERNAL_ERROR(500, "Internal Server Error", "internal-error", "A fault in the buffer"),
    TRANSFER_CODING(501, "Not Implemented", "transfer-coding", "The transfer coding is not known"),
    NOT_SERVING(503, "Service Unavailable", "not-serving", "This pod takes no events now"),
    BUSY(503, "Service Unavailable", "busy", "Too much is being received at once"),
    NOT_DELIVERED(503, "Service Unavailable", "not-delivered", "The events were not delivered"),
    HTTP_VERSION(505, "HTTP Version Not Supported", "http-version", "HTTP/1.1 is spoken here");

    final int status;
    final String reasonPhrase;
    final String uri;
    final String title;

    ProblemType(int status, String reasonPhrase, String name, String title) {
        this.status = status;
        this.reasonPhrase = reasonPhrase;
        this.uri = "urn:headpond:problem:" + name;
        this.title = title;
    }
}
