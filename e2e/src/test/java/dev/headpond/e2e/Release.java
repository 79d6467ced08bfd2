package dev.headpond.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/// The chart's release in the cluster: the operator as helm installs it.
record Release(Cluster cluster) {
    static final String NAME = "headpond";
    static final String NAMESPACE = "headpond-system";
    static final String CRD = "ingestionbuffers.headpond.dev";

    /// Installs the release, or makes it be as if installed with these values, and waits until the operator leads.
    ///
    /// @param values as helm's `--set` takes them, besides the images: `watchNamespaces={shop}`
    Release ensure(String... values) {
        // The operator must live where the strictest standard is enforced.
        cluster.client()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(NAMESPACE)
                        .addToLabels("pod-security.kubernetes.io/enforce", "restricted")
                        .endMetadata()
                        .build())
                .serverSideApply();
        List<String> command = helm("upgrade", NAME, "--install", "--wait", "--timeout=150s");
        command.add(Cluster.REPOSITORY.resolve("charts/headpond").toString());
        command.addAll(set(
                "image.repository=" + repository(cluster.operatorImage()),
                "image.tag=" + tag(cluster.operatorImage()),
                "runtimeImage.repository=" + repository(cluster.runtimeImage()),
                "runtimeImage.tag=" + tag(cluster.runtimeImage())));
        command.addAll(set(values));
        Tool.Result result = Tool.attempt(command, "");
        assertThat(result.exit()).as("%s%n%s", result.output(), story()).isZero();
        return this;
    }

    void uninstall() {
        Tool.run(helm("uninstall", NAME, "--wait", "--timeout=120s"));
    }

    /// The name under which the API server knows the operator.
    String user() {
        return "system:serviceaccount:%s:%s".formatted(NAMESPACE, NAME);
    }

    List<Pod> pods() {
        return cluster.client()
                .pods()
                .inNamespace(NAMESPACE)
                .withLabel("app.kubernetes.io/name", "headpond-operator")
                .list()
                .getItems();
    }

    /// Replaces the operator's process as an eviction would, and waits for the new one.
    void restart() {
        List<String> before =
                pods().stream().map(pod -> pod.getMetadata().getUid()).toList();
        cluster.kubectl("-n", NAMESPACE, "delete", "pod", "-l", "app.kubernetes.io/name=headpond-operator", "--wait");
        cluster.kubectl("-n", NAMESPACE, "rollout", "status", "deployment/" + NAME, "--timeout=150s");
        assertThat(pods()).extracting(pod -> pod.getMetadata().getUid()).doesNotContainAnyElementsOf(before);
    }

    /// The operator's metrics, read through the API server.
    Metrics metrics() {
        String path = "/api/v1/namespaces/%s/services/%s-metrics:management/proxy/metrics".formatted(NAMESPACE, NAME);
        return new Metrics(Objects.requireNonNull(cluster.client().raw(path)));
    }

    String log() {
        return cluster.kubectl("-n", NAMESPACE, "logs", "deployment/" + NAME, "--tail=-1");
    }

    /// What a person would look at first when the operator does not become ready.
    private String story() {
        String pods =
                cluster.tryKubectl("", "-n", NAMESPACE, "get", "pods,events").output();
        String log = cluster.tryKubectl("", "-n", NAMESPACE, "logs", "deployment/" + NAME, "--tail=60")
                .output();
        return pods + log;
    }

    private static List<String> helm(String verb, String name, String... flags) {
        List<String> command = Cluster.command("helm", verb, name, "--namespace", NAMESPACE);
        command.addAll(List.of(flags));
        return command;
    }

    private static List<String> set(String... values) {
        List<String> flags = new ArrayList<>();
        Arrays.stream(values).forEach(value -> flags.addAll(List.of("--set", value)));
        return flags;
    }

    private static String repository(String image) {
        return image.substring(0, image.lastIndexOf(':'));
    }

    private static String tag(String image) {
        return image.substring(image.lastIndexOf(':') + 1);
    }
}
