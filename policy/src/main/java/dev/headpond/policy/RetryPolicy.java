package dev.headpond.policy;

import java.time.Duration;

/// The one retry loop between door and sink.
///
/// @param initialBackoff upper end of the first pause
/// @param maxBackoff upper end of the longest pause
/// @param multiplier how the upper end grows from one attempt to the next
/// @param jitter how the pause is drawn below its upper end
/// @param budgetPercent retries allowed for each hundred first attempts (beside one a second for each lane)
public record RetryPolicy(
        Duration initialBackoff, Duration maxBackoff, int multiplier, Jitter jitter, int budgetPercent) {
    public enum Jitter {
        /// Uniform between zero and the upper end: the only kind that spreads a herd.
        Full
    }

    public RetryPolicy {
        Bounds.BACKOFF.require("retry.initialBackoff", initialBackoff);
        Bounds.BACKOFF.require("retry.maxBackoff", maxBackoff);
        Bounds.BACKOFF_MULTIPLIER.require("retry.multiplier", multiplier);
        Bounds.RETRY_BUDGET_PERCENT.require("retry.budgetPercent", budgetPercent);
    }
}
