package dev.headpond.policy;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/// What strict reading of a document gives: a value, or every problem that was found.
public sealed interface Reading<T> {
    record Valid<T>(T value) implements Reading<T> {}

    /// @param problems at least one, in document order
    record Invalid<T>(List<Problem> problems) implements Reading<T> {
        public Invalid {
            if (problems.isEmpty()) {
                throw new IllegalArgumentException("an invalid reading names at least one problem");
            }
            problems = List.copyOf(problems);
        }

        /// All problems in one line, separated by `; `.
        public String line() {
            return problems.stream().map(Problem::line).collect(Collectors.joining("; "));
        }
    }

    default <R> Reading<R> map(Function<T, R> then) {
        return switch (this) {
            case Valid<T>(var value) -> new Valid<>(then.apply(value));
            case Invalid<T>(var problems) -> new Invalid<>(problems);
        };
    }
}
