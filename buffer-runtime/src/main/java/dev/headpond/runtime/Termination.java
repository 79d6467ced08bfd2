package dev.headpond.runtime;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/// SIGTERM and SIGINT. A JVM that is told to stop exits with the signal's number unless its last word is halt: so the
/// hook waits for the drain and halts with the drain's exit code.
final class Termination {
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CompletableFuture<Integer> exitCode = new CompletableFuture<>();

    Termination() {
        Runtime.getRuntime()
                .addShutdownHook(Thread.ofPlatform().name("headpond-stop").unstarted(() -> {
                    asked.countDown();
                    Runtime.getRuntime().halt(exitCode.join());
                }));
    }

    void await() throws InterruptedException {
        asked.await();
    }

    /// Lets the process end. Returns only if nobody asked it to.
    void finish(int code) {
        exitCode.complete(code);
        System.exit(code);
    }
}
