package dev.headpond.runtime.http;

import java.util.concurrent.TimeUnit;

/// A request that is not taken.
///
/// @param detail for the producer: what is wrong here and what to do
/// @param headers complete header lines to add, each with its line end, or empty
/// @param members further members of the problem document, each begun with a comma, or empty
record Refusal(ProblemType type, String detail, String headers, String members) {
    static Refusal of(ProblemType type, String detail) {
        return new Refusal(type, detail, "", "");
    }

    Refusal withHeader(String name, String value) {
        return new Refusal(type, detail, headers + name + ": " + value + "\r\n", members);
    }

    Refusal withMembers(String more) {
        return new Refusal(type, detail, headers, members + more);
    }

    /// Whole seconds, rounded up, at least 1: a zero would ask for a storm.
    Refusal retryAfter(long nanos) {
        return withHeader("Retry-After", Long.toString(wholeSeconds(nanos)));
    }

    static long wholeSeconds(long nanos) {
        long second = TimeUnit.SECONDS.toNanos(1);
        return Math.max(1, nanos / second + (nanos % second > 0 ? 1 : 0));
    }
}
