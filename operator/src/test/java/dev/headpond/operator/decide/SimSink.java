package dev.headpond.operator.decide;

/// A database in virtual time: it takes events up to a rate, and answers later the more lanes want more
/// than that.
///
/// @param eventsPerSecond what it can take; 0 while it is down
/// @param latencyMillis answer time while it is not the limit
record SimSink(double eventsPerSecond, double latencyMillis) {
    static final SimSink LARGE = new SimSink(400_000, 6);

    boolean down() {
        return eventsPerSecond == 0;
    }

    SimSink slowed(double factor) {
        return new SimSink(eventsPerSecond / factor, latencyMillis * factor);
    }
}
