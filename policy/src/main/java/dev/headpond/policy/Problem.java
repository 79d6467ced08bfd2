package dev.headpond.policy;

/// One reason why a document is refused.
///
/// @param field the path of the field in the document, such as `batch.maxEvents`
/// @param value what stands there, as it was written
/// @param expected the bound that it breaks and what to do, as the end of a sentence: `must be 1..1000 events`
public record Problem(String field, String value, String expected) {
    /// The problem as one line: field, value, bound.
    public String line() {
        return field + ": " + value + " " + expected;
    }

    @Override
    public String toString() {
        return line();
    }
}
