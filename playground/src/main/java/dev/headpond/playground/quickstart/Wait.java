package dev.headpond.playground.quickstart;

import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// Waits for conditions, with an end.
final class Wait {
    private static final long POLL_MILLIS = 50;

    private Wait() {}

    /// @param complaint what did not come true, for the failure's message
    /// @param why more about it, asked for only then
    static void until(String complaint, int secondsMax, BooleanSupplier condition, Supplier<String> why)
            throws Failure, InterruptedException {
        long deadline = System.nanoTime() + secondsMax * 1_000_000_000L;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0)
                throw new Failure(complaint + " after " + secondsMax + " s: " + why.get());
            Thread.sleep(POLL_MILLIS);
        }
    }
}
