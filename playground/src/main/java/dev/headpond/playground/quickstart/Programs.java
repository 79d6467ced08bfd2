package dev.headpond.playground.quickstart;

import dev.headpond.playground.process.SupervisedProcess;
import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The programs of this machine that stand for images.
final class Programs {
    private static final String RUNTIME_MAIN = "dev.headpond.runtime.Main";

    private Programs() {}

    /// The buffer's runtime, with the flags of its image.
    static List<String> runtime() {
        return SupervisedProcess.java(
                Map.of(),
                runtimeClassPath(),
                RUNTIME_MAIN,
                "-XX:+UseSerialGC",
                "-Xms128m",
                "-Xmx128m",
                "-Xmn64m",
                "-XX:MaxDirectMemorySize=512m",
                "-XX:+ExitOnOutOfMemoryError",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow");
    }

    /// This JVM's class path, with the runtime's own classes and resources (its logback.xml) first.
    private static String runtimeClassPath() {
        Set<String> entries = new LinkedHashSet<>();
        var all = Arrays.asList(System.getProperty("java.class.path").split(File.pathSeparator));
        all.stream().filter(it -> it.contains("buffer-runtime")).forEach(entries::add);
        entries.addAll(all);
        return String.join(
                File.pathSeparator,
                entries.stream()
                        .map(it -> Path.of(it).toAbsolutePath().toString())
                        .toList());
    }
}
