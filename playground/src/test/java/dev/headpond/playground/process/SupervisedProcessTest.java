package dev.headpond.playground.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SupervisedProcessTest {
    @TempDir
    private Path directory;

    private SupervisedProcess sh(String script) throws Exception {
        return SupervisedProcess.start(new Launch(List.of("sh", "-c", script), Map.of("A", "b"), directory, "child"));
    }

    private static ProcessHandle child(SupervisedProcess process) {
        await().until(() -> process.pid().isPresent());
        return ProcessHandle.of(process.pid().orElseThrow()).orElseThrow();
    }

    @Test
    void ends_with_the_childs_code_and_keeps_its_output() throws Exception {
        var process = sh("echo to-stdout $A; echo to-stderr >&2; exit 7");
        assertThat(process.waitFor(10_000)).isTrue();
        assertThat(process.exitCode()).isEqualTo(7);
        assertThat(process.log()).content().contains("to-stdout b", "to-stderr");
    }

    @Test
    void passes_sigterm_on_and_waits_for_an_orderly_end() throws Exception {
        var process = sh("trap 'echo bye; exit 3' TERM; echo up; while :; do sleep 0.05; done");
        await().until(() -> Files.readString(process.log()).contains("up"));
        process.terminate();
        assertThat(process.waitFor(10_000)).isTrue();
        assertThat(process.exitCode()).isEqualTo(3);
        assertThat(process.log()).content().contains("bye");
    }

    @Test
    void kills_what_does_not_end() throws Exception {
        var process = sh("trap '' TERM; echo up; while :; do sleep 0.05; done");
        await().until(() -> Files.readString(process.log()).contains("up"));
        var child = child(process);
        process.stop(100);
        assertThat(process.exitCode()).isEqualTo(137);
        await().until(() -> !child.isAlive());
    }

    @Test
    void a_child_that_is_killed_by_others_ends_the_supervisor() throws Exception {
        var process = sh("exec sleep 60");
        child(process).destroyForcibly();
        assertThat(process.waitFor(10_000)).isTrue();
        assertThat(process.exitCode()).isEqualTo(137);
    }

    @Test
    void a_program_that_is_not_there_ends_with_127_and_says_so() throws Exception {
        var process = SupervisedProcess.start(new Launch(List.of("/no/such/program"), Map.of(), directory, "child"));
        assertThat(process.waitFor(10_000)).isTrue();
        assertThat(process.exitCode()).isEqualTo(127);
        assertThat(process.log()).content().contains("/no/such/program");
    }

    /// The JVM in the middle is killed with SIGKILL: it can run nothing any more, and yet nothing of it may stay.
    @Test
    void no_child_outlives_a_parent_that_is_killed() throws Exception {
        var command = new ArrayList<>(SupervisedProcess.java(
                Map.of(), System.getProperty("java.class.path"), Parent.class.getName(), "-XX:TieredStopAtLevel=1"));
        command.add(directory.toString());
        var parent = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        var line = parent.inputReader().readLine();
        assertThat(line).as("pids of the parent's children").isNotNull();
        var children = List.of(line.split(" ")).stream()
                .map(it -> ProcessHandle.of(Long.parseLong(it)).orElseThrow())
                .toList();
        var supervisors = parent.descendants().toList();
        assertThat(children).hasSize(3).allMatch(ProcessHandle::isAlive);

        parent.destroyForcibly().waitFor();

        await().atMost(Duration.ofSeconds(10)).until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
        await().atMost(Duration.ofSeconds(10)).until(() -> supervisors.stream().noneMatch(ProcessHandle::isAlive));
    }

    /// Starts three stubborn children and prints their process ids.
    static final class Parent {
        public static void main(String[] args) throws Exception {
            var directory = Path.of(args[0]);
            var pids = new StringBuilder();
            for (int i = 0; i < 3; i++) {
                var launch = new Launch(
                        List.of("sh", "-c", "trap '' TERM HUP INT; while :; do sleep 1; done"),
                        Map.of(),
                        directory,
                        "stubborn-" + i);
                pids.append(child(SupervisedProcess.start(launch)).pid()).append(' ');
            }
            System.out.println(pids.toString().strip());
            Thread.sleep(60_000);
        }
    }
}
