package dev.headpond.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Runs a program that users run, such as kubectl or helm, and waits for its end.
final class Tool {
    private static final long SECONDS_MAX = 240;

    /// @param output what it wrote to either stream, in the order of writing
    record Result(int exit, String output) {
        boolean succeeded() {
            return exit == 0;
        }
    }

    private Tool() {}

    /// The program's output; fails the test where the program fails.
    static String run(List<String> command) {
        Result result = attempt(command, "");
        assertThat(result.exit())
                .as("%s%n%s", String.join(" ", command), result.output())
                .isZero();
        return result.output();
    }

    /// @param input what the program reads from its standard input
    static Result attempt(List<String> command, String input) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            try (var stdin = process.getOutputStream()) {
                stdin.write(input.getBytes(StandardCharsets.UTF_8));
            }
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("%s: not done in %d s".formatted(command, SECONDS_MAX));
            }
            return new Result(process.exitValue(), output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting for " + command, e);
        }
    }
}
