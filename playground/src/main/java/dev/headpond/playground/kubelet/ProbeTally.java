package dev.headpond.playground.kubelet;

/// Turns single answers of a probe into its verdict: it changes only after so many equal answers in a row. Not safe for
/// use by several threads.
final class ProbeTally {
    private final int successThreshold;
    private final int failureThreshold;
    private boolean passing;
    private int against;

    ProbeTally(int successThreshold, int failureThreshold, boolean passingAtFirst) {
        this.successThreshold = successThreshold;
        this.failureThreshold = failureThreshold;
        this.passing = passingAtFirst;
    }

    /// The verdict after this answer.
    boolean add(boolean success) {
        against = success == passing ? 0 : against + 1;
        if (against >= (passing ? failureThreshold : successThreshold)) {
            passing = !passing;
            against = 0;
        }
        return passing;
    }
}
