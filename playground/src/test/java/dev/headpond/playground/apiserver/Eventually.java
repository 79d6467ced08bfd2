package dev.headpond.playground.apiserver;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.Callable;

/// Waits for what a thread of the server does.
final class Eventually {
    private Eventually() {}

    static void is(Callable<Boolean> condition) {
        await().atMost(Duration.ofSeconds(10))
                .pollInterval(Duration.ofMillis(20))
                .until(condition);
    }
}
