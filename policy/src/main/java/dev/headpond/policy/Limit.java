package dev.headpond.policy;

import java.time.Duration;

/// A closed range that a number of a policy must lie in, in the unit that people read and write.
///
/// @param min smallest allowed value, in the base unit (events, bytes, nanoseconds, percent)
/// @param max largest allowed value, in the base unit
/// @param unit how the value is written
public record Limit(long min, long max, Unit unit) {
    /// How a number is written in a document and in a message.
    public enum Unit {
        COUNT(""),
        EVENTS(" events"),
        EVENTS_PER_SECOND(" events/s"),
        BYTES(""),
        NANOS(""),
        PERCENT(" percent"),
        LANES(" lanes"),
        REPLICAS(" replicas");

        private final String suffix;

        Unit(String suffix) {
            this.suffix = suffix;
        }
    }

    static Limit count(long min, long max, Unit unit) {
        return new Limit(min, max, unit);
    }

    static Limit bytes(long min, long max) {
        return new Limit(min, max, Unit.BYTES);
    }

    static Limit duration(Duration min, Duration max) {
        return new Limit(min.toNanos(), max.toNanos(), Unit.NANOS);
    }

    boolean contains(long value) {
        return min <= value && value <= max;
    }

    /// `must be 1..1000 events`
    String expected() {
        return "must be " + written(min) + ".." + written(max) + unit.suffix;
    }

    String written(long value) {
        return switch (unit) {
            case BYTES -> ByteSize.format(value);
            case NANOS -> Durations.format(Duration.ofNanos(value));
            case COUNT, EVENTS, EVENTS_PER_SECOND, PERCENT, LANES, REPLICAS -> Long.toString(value);
        };
    }

    /// The last line of defence of a record: readers report a [Problem] before a value gets this far.
    long require(String field, long value) {
        if (!contains(value)) {
            throw new IllegalArgumentException(new Problem(field, written(value), expected()).line());
        }
        return value;
    }

    Duration require(String field, Duration value) {
        require(field, value.toNanos());
        return value;
    }
}
