package dev.headpond.runtime.http.decode;

/// How a body holds its events.
public enum Format {
    /// `application/json`: an array is many events, anything else is one.
    JSON,
    /// `application/x-ndjson`: one event a line; blank lines are skipped, a carriage return belongs to the line's end.
    NDJSON,
    /// `application/cloudevents+json`: one CloudEvent.
    CLOUDEVENT,
    /// `application/cloudevents-batch+json`: an array of CloudEvents.
    CLOUDEVENT_BATCH,
    /// Attributes in `ce-` headers, the data in the body.
    CLOUDEVENT_BINARY
}
