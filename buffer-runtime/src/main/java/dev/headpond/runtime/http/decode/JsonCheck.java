package dev.headpond.runtime.http.decode;

import org.jspecify.annotations.Nullable;

/// Decides whether bytes are one event. A stricter or faster check than [JacksonCheck] goes behind this.
public interface JsonCheck {
    /// Null when `length` bytes at `from` are exactly one valid event, else why not, in words for the producer.
    @Nullable
    String problem(byte[] bytes, int from, int length);
}
