package dev.headpond.playground.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The same requests by kubectl itself, on machines that have it.
class KubectlTest {
    private static final int SECONDS_MAX = 60;
    private static final String POND = """
            apiVersion: example.dev/v1
            kind: Pond
            metadata: {name: blue}
            spec: {name: blue, depth: 3}
            """;
    private static final String WEB = """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: web}
            spec:
              replicas: 2
              selector: {matchLabels: {app: web}}
              template:
                metadata: {labels: {app: web}}
                spec:
                  containers: [{name: web, image: "web:1", ports: [{containerPort: 80}]}]
            """;

    @TempDir
    private Path dir;

    private ClientAndServer both = new ClientAndServer(ApiServer.Options.plain());

    @BeforeAll
    static void needsKubectl() {
        var path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        assumeTrue(
                Arrays.stream(path.split(":", -1)).anyMatch(at -> Files.isExecutable(Path.of(at, "kubectl"))),
                "there is no kubectl on the PATH");
    }

    @BeforeEach
    void connect() throws IOException {
        both.close();
        both = new ClientAndServer(ApiServer.Options.plain()
                .with((kind, object, _) ->
                        kind.equals("Pond") && object.at("/spec/depth").asInt() == 13
                                ? List.of("spec.depth: 13 must not be unlucky")
                                : List.of())
                .with((PodLogs) _ -> Optional.of(dir.resolve("log"))));
        Kubeconfig.write(dir.resolve("kubeconfig"), both.server.uri());
        Files.writeString(dir.resolve("log"), "hello\n");
        run(Definition.YAML, "apply", "-f", "-");
    }

    @AfterEach
    void close() {
        both.close();
    }

    private Process start(String... arguments) throws IOException {
        var command = new ArrayList<>(
                List.of("kubectl", "--cache-dir", dir.resolve("cache").toString()));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("KUBECONFIG", dir.resolve("kubeconfig").toString());
        builder.environment().put("KUBE_EDITOR", "sed -i s/depth:.3/depth:\\ 9/");
        return builder.start();
    }

    private String run(String input, String... arguments) throws IOException {
        var process = start(arguments);
        try (var in = process.outputWriter(StandardCharsets.UTF_8)) {
            in.write(input);
        }
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            assertThat(process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        return output;
    }

    private String kubectl(String line) throws IOException {
        return run("", line.split(" ", -1));
    }

    @Test
    void objectsAreAppliedReadAndDeleted() throws IOException {
        assertThat(run(POND, "apply", "-f", "-")).isEqualTo("pond.example.dev/blue created\n");
        assertThat(run(POND, "apply", "-f", "-")).isEqualTo("pond.example.dev/blue unchanged\n");
        assertThat(kubectl("get pd")).containsPattern("NAME +DEPTH +READY +AGE\nblue +3 +<none> +\\d+s");
        assertThat(kubectl("get ponds -A -o wide")).contains("default");
        assertThat(kubectl("get pond blue -o jsonpath={.spec.kind}")).isEqualTo("Flat");
        assertThat(kubectl("describe pond blue")).contains("Depth:  3");
        assertThat(kubectl("explain pond.spec")).contains("depth\t<integer>");
        assertThat(kubectl("delete pond blue")).contains("deleted");
        assertThat(kubectl("get ponds")).contains("No resources found");
    }

    @Test
    void applyOnTheServerKnowsItsConflicts() throws IOException {
        assertThat(run(POND, "apply", "--server-side", "-f", "-")).contains("serverside-applied");
        var deeper = POND.replace("3", "4");
        assertThat(run(deeper, "apply", "--server-side", "--field-manager=other", "-f", "-"))
                .contains("conflict with \"kubectl\": .spec.depth");
        assertThat(run(deeper, "apply", "--server-side", "--field-manager=other", "--force-conflicts", "-f", "-"))
                .contains("serverside-applied");
        assertThat(kubectl("get pond blue -o jsonpath={.spec.depth}")).isEqualTo("4");
    }

    @Test
    void whatIsWrongIsRefusedByName() throws IOException {
        assertThat(run(POND.replace("3", "500"), "apply", "-f", "-"))
                .contains("The Pond \"blue\" is invalid: spec.depth: Invalid value: 500");
        assertThat(run(POND.replace("3", "13"), "apply", "-f", "-"))
                .contains("The Pond \"blue\" is invalid: spec.depth: 13 must not be unlucky");
        assertThat(run(POND.replace("depth", "dept"), "apply", "-f", "-"))
                .contains("strict decoding error: unknown field \"spec.dept\"");
    }

    @Test
    void differencesAreShownAndNotWritten() throws IOException {
        run(POND, "apply", "-f", "-");
        assertThat(run(POND.replace("3", "4"), "diff", "-f", "-")).contains("-  depth: 3", "+  depth: 4");
        assertThat(run(POND, "diff", "-f", "-")).isEmpty();
    }

    @Test
    void objectsAreEditedPatchedLabelledAndScaled() throws IOException {
        run(POND, "apply", "-f", "-");
        run(WEB, "apply", "-f", "-");
        assertThat(kubectl("edit pond blue")).contains("edited");
        assertThat(kubectl("label pond blue a=b")).contains("labeled");
        assertThat(kubectl("annotate pond blue headpond.dev/paused=true")).contains("annotated");
        assertThat(kubectl("scale pond/blue --replicas=3")).contains("scaled");
        assertThat(run("", "patch", "pond", "blue", "--type=merge", "-p", "{\"spec\":{\"kind\":\"Deep\"}}"))
                .contains("patched");
        assertThat(kubectl("get pond blue -o jsonpath={.spec}"))
                .contains("\"depth\":9", "\"kind\":\"Deep\"", "\"replicas\":3");
        assertThat(kubectl("set image deploy/web web=web:2")).contains("image updated");
        assertThat(kubectl("rollout restart deploy/web")).contains("restarted");
        assertThat(kubectl("get deploy web -o jsonpath={.metadata.generation}")).isEqualTo("3");
        assertThat(kubectl("describe deploy web")).contains("web:2");
    }

    @Test
    void conditionsAndRolloutsAreWaitedFor() throws IOException {
        assertThat(kubectl("wait --for=condition=Established crd/ponds.example.dev --timeout=10s"))
                .contains("condition met");
        run(WEB, "apply", "-f", "-");
        var status = "{\"status\":{\"observedGeneration\":1,\"replicas\":2,\"updatedReplicas\":2,"
                + "\"readyReplicas\":2,\"availableReplicas\":2}}";
        run("", "patch", "deploy", "web", "--subresource=status", "--type=merge", "-p", status);
        assertThat(kubectl("rollout status deploy/web --timeout=10s")).contains("successfully rolled out");
        assertThat(kubectl("get all")).containsPattern("deployment.apps/web +2/2 +2 +2");
    }

    @Test
    void changesAreWatched() throws IOException {
        run(POND, "apply", "-f", "-");
        var watch = start("get", "ponds", "-w", "--request-timeout=60s");
        try (var lines = watch.inputReader(StandardCharsets.UTF_8)) {
            assertThat(lines.readLine()).contains("DEPTH");
            assertThat(lines.readLine()).containsPattern("blue +3");
            run("", "patch", "pond", "blue", "--type=merge", "-p", "{\"spec\":{\"depth\":5}}");
            assertThat(lines.readLine()).containsPattern("blue +5");
        } finally {
            watch.destroy();
        }
    }

    @Test
    void logsAreRead() throws IOException {
        run("""
                apiVersion: v1
                kind: Pod
                metadata: {name: p}
                spec: {nodeName: local, containers: [{name: c, image: "i:1"}]}
                """, "apply", "-f", "-");
        assertThat(kubectl("logs p")).isEqualTo("hello\n");
        assertThat(kubectl("get pods")).containsPattern("p +0/1 +Pending +0");
        assertThat(kubectl("delete pod p --wait=false")).contains("deleted");
        assertThat(kubectl("get pods")).contains("Terminating");
        assertThat(kubectl("delete pod p --grace-period=0 --force")).contains("force deleted");
    }
}
