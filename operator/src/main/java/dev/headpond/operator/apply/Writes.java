package dev.headpond.operator.apply;

/// Told of every write to the API server.
public interface Writes {
    enum Kind {
        APPLY,
        DELETE,
        STATUS,
        EVENT
    }

    /// @param object kind of the object that was written
    void count(String object, Kind kind);
}
