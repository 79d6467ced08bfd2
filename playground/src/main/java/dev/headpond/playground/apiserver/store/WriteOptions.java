package dev.headpond.playground.apiserver.store;

import dev.headpond.playground.apiserver.apply.Manager;
import java.util.List;
import java.util.function.Consumer;

/// How a write is to be done.
///
/// @param fieldManager who writes
/// @param subresource `status`, `scale`, or empty for the object itself
/// @param isDryRun answer as if it had been done, and do nothing
/// @param isForced an apply takes the fields of others
/// @param unknownFields told the paths of fields that the schema does not know; may refuse them
public record WriteOptions(
        String fieldManager,
        String subresource,
        boolean isDryRun,
        boolean isForced,
        Consumer<List<String>> unknownFields) {

    static final String STATUS = "status";
    static final String SCALE = "scale";

    /// For writes that the server itself makes.
    static WriteOptions own(String subresource) {
        return new WriteOptions("apiserver", subresource, false, true, _ -> {});
    }

    Manager manager(Manager.Operation operation) {
        return new Manager(fieldManager, operation, subresource);
    }

    boolean isStatus() {
        return subresource.equals(STATUS);
    }
}
