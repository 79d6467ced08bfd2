package dev.headpond.playground.quickstart;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/// What the command line asks for.
sealed interface Options {

    /// @param stay whether to go on until Ctrl-C
    /// @param project the project's root, where examples/ lies and .quickstart/ is made
    record Run(boolean stay, Path project) implements Options {}

    record Help() implements Options {}

    record Wrong(String message) implements Options {}

    /// How it is used; the script prints the same file.
    static String usage() {
        try (var in = Options.class.getResourceAsStream("usage.txt")) {
            return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Options parse(List<String> arguments, Path project) {
        boolean stay = false;
        for (var argument : arguments) {
            switch (argument) {
                case "--help", "-h" -> {
                    return new Help();
                }
                case "--stay" -> stay = true;
                default -> {
                    return new Wrong("unknown argument: " + argument);
                }
            }
        }
        return new Run(stay, project);
    }
}
