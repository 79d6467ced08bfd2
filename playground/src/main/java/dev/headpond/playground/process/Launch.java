package dev.headpond.playground.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A program to start.
///
/// @param command program and arguments
/// @param environment the whole environment: nothing is inherited but `PATH` and the locale
/// @param directory where it works; also holds `<name>.log` (both output streams, appended) and `<name>.pid`
/// @param name names the two files
public record Launch(List<String> command, Map<String, String> environment, Path directory, String name) {
    public Launch {
        if (command.isEmpty()) throw new IllegalArgumentException(name + ": the command line is empty");
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }

    public Path log() {
        return directory.resolve(name + ".log");
    }

    Path pidFile() {
        return directory.resolve(name + ".pid");
    }
}
