package dev.headpond.playground.kubelet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.headpond.playground.apiserver.ApiServer;
import dev.headpond.playground.cluster.Pods;
import dev.headpond.playground.network.LoopbackBlock;
import dev.headpond.playground.process.SupervisedProcess;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Against the playground's API server, with small JVMs as pods.
class LocalKubeletTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    private Path directory;

    private ApiServer server;
    private KubernetesClient client;
    private LoopbackBlock addresses;
    private LocalKubelet kubelet;

    @BeforeEach
    void start() throws Exception {
        server = ApiServer.start(InetAddress.getLoopbackAddress(), 0);
        Config config = new ConfigBuilder(Config.empty())
                .withMasterUrl(server.uri().toString())
                .build();
        client = new KubernetesClientBuilder().withConfig(config).build();
        var program = SupervisedProcess.java(
                Map.of(),
                System.getProperty("java.class.path"),
                SmallServer.class.getName(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx32m");
        addresses = LoopbackBlock.claim();
        kubelet = LocalKubelet.start(client, directory, addresses, new Images(Map.of("test/small", program)));
        client.resource(client.getKubernetesSerialization().unmarshal("""
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: words, namespace: default}
                data: {word: hello}
                """, ConfigMap.class))
                .create();
        client.resource(client.getKubernetesSerialization().unmarshal("""
                apiVersion: v1
                kind: Service
                metadata: {name: web, namespace: default}
                spec:
                  selector: {app: web}
                  ports: [{name: http, port: 8085, targetPort: http}]
                """, Service.class))
                .create();
    }

    @AfterEach
    void stop() throws IOException {
        kubelet.close();
        addresses.close();
        client.close();
        server.close();
        assertThat(childrenOfThisJvm()).as("processes that stayed").isEmpty();
    }

    private static List<String> childrenOfThisJvm() {
        return ProcessHandle.current()
                .descendants()
                .map(it -> it.info().commandLine().orElse(""))
                .filter(it -> it.contains(SmallServer.class.getSimpleName()))
                .toList();
    }

    private Deployment deployment(String version, int replicas) {
        return client.getKubernetesSerialization().unmarshal("""
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: web, namespace: default}
                spec:
                  replicas: %d
                  selector: {matchLabels: {app: web}}
                  strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}
                  template:
                    metadata: {labels: {app: web}}
                    spec:
                      terminationGracePeriodSeconds: 10
                      containers:
                      - name: web
                        image: test/small:1
                        args: [/etc/words/word]
                        ports: [{name: http, containerPort: 8086}]
                        env:
                        - {name: VERSION, value: "%s"}
                        - {name: PORT, value: "8086"}
                        readinessProbe: {httpGet: {path: /, port: http}, periodSeconds: 1}
                        volumeMounts: [{name: words, mountPath: /etc/words}]
                      volumes: [{name: words, configMap: {name: words}}]
                """.formatted(replicas, version), Deployment.class);
    }

    private void apply(Deployment deployment) {
        client.resource(deployment).fieldManager("test").forceConflicts().serverSideApply();
    }

    private List<Pod> pods() {
        return client.pods()
                .inNamespace("default")
                .withLabel("app", "web")
                .list()
                .getItems();
    }

    private ContainerStatus onlyContainer() {
        assertThat(pods()).hasSize(1).allMatch(it -> it.getStatus() != null);
        assertThat(pods().getFirst().getStatus().getContainerStatuses()).hasSize(1);
        return pods().getFirst().getStatus().getContainerStatuses().getFirst();
    }

    private List<Pod> readyPods() {
        return pods().stream()
                .filter(it -> Pods.isReady(it) && !Pods.isEnding(it))
                .toList();
    }

    private void awaitRolledOut(int replicas) {
        await().atMost(PATIENCE).untilAsserted(() -> {
            var found = client.apps()
                    .deployments()
                    .inNamespace("default")
                    .withName("web")
                    .get();
            var status = found.getStatus();
            assertThat(status).isNotNull();
            assertThat(status.getObservedGeneration())
                    .isEqualTo(found.getMetadata().getGeneration());
            assertThat(status.getUpdatedReplicas()).isEqualTo(replicas);
            assertThat(status.getReadyReplicas()).isEqualTo(replicas);
            assertThat(status.getReplicas()).isEqualTo(replicas);
        });
    }

    /// What one of the pods answers through the Service.
    private String ask() throws IOException {
        var address = kubelet.serviceAddress("default", "web").orElseThrow();
        var connection = URI.create("http://" + address.getHostAddress() + ":8085/")
                .toURL()
                .openConnection();
        connection.setConnectTimeout(2_000);
        connection.setReadTimeout(2_000);
        try (var in = connection.getInputStream()) {
            return new String(in.readAllBytes());
        }
    }

    private Set<String> answers(int requests) throws IOException {
        var answers = new ArrayList<String>();
        for (int i = 0; i < requests; i++) answers.add(ask());
        return Set.copyOf(answers);
    }

    @Test
    void runs_scales_and_rolls_a_deployment_without_a_failed_request() throws Exception {
        apply(deployment("one", 1));
        awaitRolledOut(1);
        await().until(() -> kubelet.serviceAddress("default", "web").isPresent());
        assertThat(ask()).startsWith("one ").endsWith("hello");

        apply(deployment("one", 2));
        awaitRolledOut(2);
        await().atMost(PATIENCE).until(() -> answers(8).size() == 2);
        assertThat(pods().stream().map(it -> it.getStatus().getPodIP()).collect(Collectors.toSet()))
                .hasSize(2);

        var over = new AtomicBoolean();
        var failed = new AtomicInteger();
        var versions = ConcurrentHashMap.<String>newKeySet();
        var asking = Thread.ofVirtual().name("asking").start(() -> {
            while (!over.get()) {
                try {
                    versions.add(ask().split(" ")[0]);
                } catch (IOException _) {
                    failed.incrementAndGet();
                }
            }
        });
        apply(deployment("two", 2));
        awaitRolledOut(2);
        await().atMost(PATIENCE).until(() -> pods().size() == 2);
        over.set(true);
        asking.join();
        assertThat(failed).hasValue(0);
        assertThat(versions).contains("one", "two");
        assertThat(answers(8)).allMatch(it -> it.startsWith("two "));
    }

    @Test
    void starts_a_crashed_container_again_and_says_so() throws Exception {
        apply(deployment("one", 1));
        awaitRolledOut(1);
        await().until(() -> kubelet.serviceAddress("default", "web").isPresent());
        long pid = Long.parseLong(ask().split(" ")[1]);
        ProcessHandle.of(pid).orElseThrow().destroyForcibly();
        await().atMost(PATIENCE).untilAsserted(() -> {
            var container = onlyContainer();
            assertThat(container.getRestartCount()).isEqualTo(1);
            assertThat(container.getReady()).isTrue();
            assertThat(container.getLastState().getTerminated().getExitCode()).isEqualTo(137);
        });
        assertThat(ask()).startsWith("one ").doesNotContain(" " + pid + " ");
    }

    @Test
    void a_pod_that_is_deleted_ends_in_order_and_is_replaced() throws Exception {
        apply(deployment("one", 1));
        awaitRolledOut(1);
        var pod = pods().getFirst();
        client.resource(pod).delete();
        await().atMost(PATIENCE)
                .until(() -> readyPods().stream()
                        .anyMatch(it -> !it.getMetadata()
                                .getUid()
                                .equals(pod.getMetadata().getUid())));
        await().atMost(PATIENCE).until(() -> pods().size() == 1);
        var metadata = pod.getMetadata();
        assertThat(LocalKubelet.log(directory, "default", metadata.getName(), metadata.getUid(), "web"))
                .content()
                .contains("serving at", "bye");
    }

    @Test
    void a_template_that_never_becomes_ready_leaves_the_old_pods_serving() throws Exception {
        apply(deployment("one", 2));
        awaitRolledOut(2);
        var broken = deployment("two", 2);
        var container = broken.getSpec().getTemplate().getSpec().getContainers().getFirst();
        container.setArgs(List.of("/no/such/file"));
        apply(broken);
        await().atMost(PATIENCE).until(() -> crashLooping().isPresent());
        assertThat(readyPods()).hasSize(2);
        assertThat(pods()).hasSize(3);
        assertThat(answers(6)).allMatch(it -> it.startsWith("one "));
    }

    private Optional<Pod> crashLooping() {
        return pods().stream()
                .filter(it -> it.getStatus() != null
                        && !it.getStatus().getContainerStatuses().isEmpty())
                .filter(it -> it.getStatus().getContainerStatuses().getFirst().getRestartCount() > 1)
                .findFirst();
    }

    @Test
    void a_deployment_that_is_deleted_takes_its_pods_with_it() throws Exception {
        apply(deployment("one", 2));
        awaitRolledOut(2);
        client.apps().deployments().inNamespace("default").withName("web").delete();
        await().atMost(PATIENCE).until(() -> pods().isEmpty());
        await().atMost(PATIENCE).until(() -> childrenOfThisJvm().isEmpty());
        try (var files = Files.walk(directory)) {
            assertThat(files.filter(it -> it.endsWith("word")))
                    .as("mounted files that stayed")
                    .isEmpty();
        }
    }

    @Test
    void a_pod_waits_for_its_config_map() {
        client.configMaps().inNamespace("default").withName("words").delete();
        apply(deployment("one", 1));
        await().atMost(PATIENCE).untilAsserted(() -> {
            var waiting = onlyContainer().getState().getWaiting();
            assertThat(waiting).isNotNull();
            assertThat(waiting.getReason()).isEqualTo("CreateContainerConfigError");
            assertThat(waiting.getMessage()).isEqualTo("configmap \"words\" not found");
        });
    }
}
