package dev.headpond.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/// The cluster under test and what may be used in it.
///
/// @param client with the rights of a cluster's administrator
/// @param operatorImage name:tag that the nodes have or can pull; so are the other two
/// @param auditLog one JSON line for each write request, where the cluster is ours
record Cluster(
        KubernetesClient client,
        String operatorImage,
        String runtimeImage,
        String redisImage,
        Optional<AuditLog> auditLog)
        implements AutoCloseable {

    static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();

    static Cluster fromEnvironment(Map<String, String> environment) {
        String version = environment.getOrDefault("HEADPOND_VERSION", "0.1.0-SNAPSHOT");
        return new Cluster(
                new KubernetesClientBuilder().build(),
                environment.getOrDefault("HEADPOND_E2E_OPERATOR_IMAGE", "headpond/operator:" + version),
                environment.getOrDefault("HEADPOND_E2E_RUNTIME_IMAGE", "headpond/buffer-runtime:" + version),
                environment.getOrDefault("HEADPOND_E2E_REDIS_IMAGE", "headpond-e2e/redis:1"),
                Optional.ofNullable(environment.get("HEADPOND_E2E_AUDIT_LOG"))
                        .filter(path -> !path.isEmpty())
                        .map(path -> new AuditLog(Path.of(path))));
    }

    String kubectl(String... arguments) {
        return Tool.run(command("kubectl", arguments));
    }

    Tool.Result tryKubectl(String input, String... arguments) {
        return Tool.attempt(command("kubectl", arguments), input);
    }

    /// As `kubectl apply -f` does it.
    void apply(String namespace, String yaml) {
        Tool.Result result = tryKubectl(yaml, "-n", namespace, "apply", "-f", "-");
        assertThat(result.exit()).as("%s%n%s", yaml, result.output()).isZero();
    }

    /// Waits as long as a loaded machine may need to pull up a few JVMs.
    static ConditionFactory await(String what) {
        return Awaitility.await(what)
                .atMost(Duration.ofSeconds(150))
                .pollInterval(Duration.ofMillis(300))
                .pollInSameThread();
    }

    static List<String> command(String program, String... arguments) {
        List<String> command = new ArrayList<>(List.of(program));
        command.addAll(List.of(arguments));
        return command;
    }

    @Override
    public void close() {
        client.close();
    }
}
