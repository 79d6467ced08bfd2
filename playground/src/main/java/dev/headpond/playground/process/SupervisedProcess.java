package dev.headpond.playground.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/// A child process that cannot outlive this one, however this one ends.
///
/// Between the two stands a small `sh`. It holds the reading end of a pipe whose writing end only this JVM has: when
/// this JVM is gone, even by `kill -9`, the kernel closes the pipe and the `sh` kills the child. So closing the pipe is
/// also how [#kill] works. The `sh` passes SIGTERM on and ends with the child's exit code. It runs in a session of its
/// own where `setsid` is there, so that Ctrl-C reaches this JVM alone and the end stays orderly.
public final class SupervisedProcess {
    private static final String SUPERVISOR = """
            exec 3<&0 </dev/null
            pidfile=$1; shift
            child=; asked=
            trap 'asked=1; [ -z "$child" ] || kill -TERM "$child" 2>/dev/null' TERM
            "$@" 3<&- &
            child=$!
            echo "$child" >"$pidfile"
            (trap - TERM; read -r _ <&3; kill -KILL "$child"; [ "$0" != own-session ] || kill -KILL -$$) 2>/dev/null &
            watcher=$!
            exec 3<&-
            [ -z "$asked" ] || kill -TERM "$child" 2>/dev/null
            while :; do wait "$child"; code=$?; kill -0 "$child" 2>/dev/null || break; done
            kill -KILL "$watcher" 2>/dev/null
            exit "$code"
            """;

    private final Launch launch;
    private final Process supervisor;

    private SupervisedProcess(Launch launch, Process supervisor) {
        this.launch = launch;
        this.supervisor = supervisor;
    }

    /// @throws IOException where the directory cannot be written or no process can be made. A program that is not there
    ///     is not such an error: the child then ends with code 127 and the log says why, as in any shell.
    public static SupervisedProcess start(Launch launch) throws IOException {
        Files.createDirectories(launch.directory());
        Files.deleteIfExists(launch.pidFile());
        var builder = new ProcessBuilder(commandLine(launch))
                .directory(launch.directory().toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(launch.log().toFile()));
        var environment = builder.environment();
        environment.keySet().removeIf(key -> !inherited(key));
        environment.putAll(launch.environment());
        return new SupervisedProcess(launch, builder.start());
    }

    private static List<String> commandLine(Launch launch) {
        var line = new ArrayList<String>();
        var ownSession = SETSID_PATHS.stream()
                .filter(path -> new File(path).canExecute())
                .findFirst();
        ownSession.ifPresent(line::add);
        line.addAll(List.of("sh", "-c", SUPERVISOR, ownSession.isPresent() ? "own-session" : "same-session"));
        line.add(launch.pidFile().toString());
        line.addAll(launch.command());
        return line;
    }

    private static final List<String> SETSID_PATHS = List.of("/usr/bin/setsid", "/bin/setsid");

    private static boolean inherited(String key) {
        return key.equals("PATH") || key.equals("LANG") || key.startsWith("LC_");
    }

    public boolean isAlive() {
        return supervisor.isAlive();
    }

    /// The child's exit code (128 + signal where a signal ended it); only once it has ended.
    public int exitCode() {
        return supervisor.exitValue();
    }

    /// The child's own process id, for logs and tests; empty in the moment before it has been started.
    public OptionalLong pid() {
        try {
            var text = Files.readString(launch.pidFile()).strip();
            return text.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(text));
        } catch (IOException _) {
            return OptionalLong.empty();
        }
    }

    public Path log() {
        return launch.log();
    }

    /// Asks the child to end (SIGTERM). Not by `Process.destroy`, which also closes the pipe.
    public void terminate() {
        var _ = supervisor.toHandle().destroy();
    }

    /// Ends the child at once (SIGKILL).
    public void kill() {
        try {
            supervisor.getOutputStream().close();
        } catch (IOException _) {
            // the pipe is closed already: the supervisor is ending
        }
    }

    /// Runs `action` on some thread of the JDK's once the child has ended.
    public void onExit(Runnable action) {
        var _ = supervisor.onExit().thenRun(action);
    }

    /// SIGTERM, then SIGKILL when the child is still there after `graceMillis`. Waits for the end.
    public void stop(long graceMillis) throws InterruptedException {
        terminate();
        if (supervisor.waitFor(graceMillis, TimeUnit.MILLISECONDS)) return;
        kill();
        supervisor.waitFor();
    }

    /// Waits for the end; false where it did not come in time.
    public boolean waitFor(long millis) throws InterruptedException {
        return supervisor.waitFor(millis, TimeUnit.MILLISECONDS);
    }

    /// The command line of a JVM of the same JDK as this one.
    public static List<String> java(
            Map<String, String> properties, String classPath, String mainClass, String... flags) {
        var line = new ArrayList<String>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(List.of(flags));
        properties.forEach((key, value) -> line.add("-D" + key + "=" + value));
        line.addAll(List.of("-cp", classPath, mainClass));
        return line;
    }
}
