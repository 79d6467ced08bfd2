package dev.headpond.operator.observe;

/// What became of the reads since the start, for metrics.
///
/// @param answered reports read
/// @param timedOut no whole answer in time
/// @param unreachable no connection, it broke, or the answer was longer than allowed
/// @param refused an answer that is no report: another status, or not the JSON of a report
/// @param roundsSkipped rounds left out because the one before was not over
/// @param roundsBroken rounds that ended with an exception of the supplier or the listener
public record LoadReadCounts(
        long answered, long timedOut, long unreachable, long refused, long roundsSkipped, long roundsBroken) {
    public long failed() {
        return timedOut + unreachable + refused;
    }
}
