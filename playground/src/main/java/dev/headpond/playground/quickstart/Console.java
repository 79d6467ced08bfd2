package dev.headpond.playground.quickstart;

import java.io.PrintStream;
import java.util.Locale;

/// Lines with the seconds since the start before them.
final class Console {
    private final PrintStream out;
    private final long started = System.nanoTime();

    Console(PrintStream out) {
        this.out = out;
    }

    double seconds() {
        return (System.nanoTime() - started) / 1e9;
    }

    void say(String text) {
        plain(String.format(Locale.ROOT, "%6.1f s  %s", seconds(), text));
    }

    void plain(String text) {
        out.println(text);
        out.flush();
    }
}
