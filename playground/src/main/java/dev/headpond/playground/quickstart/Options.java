package dev.headpond.playground.quickstart;

import java.nio.file.Path;
import java.util.List;

/// What the command line asks for.
sealed interface Options {
    String USAGE = """
            usage: ./quickstart [--stay] [--help]

            Runs Headpond on this machine without a cluster: a small API server, the operator, buffer pods as child
            processes and a Redis. Applies examples/quickstart.yaml, posts real events, checks each of them in Redis,
            drives 28 000 events a second until the operator has scaled out, and checks that nothing was lost.

              --stay   keep it running afterwards; prints the endpoint, a curl line and a kubeconfig for kubectl
              --help   print this

            Exit code 0: all held. 1: something did not, and the last line says what. 2: wrong usage.
            Files and logs are in .quickstart/ and stay there until the next run.
            """;

    /// @param stay whether to go on until Ctrl-C
    /// @param project the project's root, where examples/ lies and .quickstart/ is made
    record Run(boolean stay, Path project) implements Options {}

    record Help() implements Options {}

    record Wrong(String message) implements Options {}

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
