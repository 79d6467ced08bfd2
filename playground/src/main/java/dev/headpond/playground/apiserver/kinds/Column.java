package dev.headpond.playground.apiserver.kinds;

/// A column of the table that kubectl prints.
///
/// @param type OpenAPI type, or `date` for a time that is shown as an age
/// @param path JSONPath as in a definition's `additionalPrinterColumns`, or `@name` for one of the computed
///     cells
/// @param priority 0 is always shown, more only with `-o wide`
public record Column(String name, String type, String path, int priority) {
    static final Column AGE = new Column("Age", "date", ".metadata.creationTimestamp", 0);

    static Column text(String name, String path) {
        return new Column(name, "string", path, 0);
    }
}
