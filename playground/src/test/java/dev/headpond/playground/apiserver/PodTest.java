package dev.headpond.playground.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.dsl.PodResource;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PodTest {
    @TempDir
    private Path dir;

    private ClientAndServer both = new ClientAndServer(ApiServer.Options.plain());

    @BeforeEach
    void serveLogs() {
        both.close();
        both = new ClientAndServer(ApiServer.Options.plain().with((PodLogs)
                pod -> Optional.of(dir.resolve(pod.at("/metadata/name").asText()))));
    }

    @AfterEach
    void close() {
        both.close();
    }

    private PodResource pod() {
        return both.client.pods().withName("p");
    }

    private Pod create(String node) {
        return both.client
                .resource(new PodBuilder()
                        .withNewMetadata()
                        .withName("p")
                        .endMetadata()
                        .withNewSpec()
                        .withNodeName(node)
                        .withTerminationGracePeriodSeconds(45L)
                        .addNewContainer()
                        .withName("c")
                        .withImage("i:1")
                        .endContainer()
                        .endSpec()
                        .build())
                .create();
    }

    @Test
    void aPodOnANodeIsGivenTimeAndGoesWhenItsKubeletSaysSo() {
        assertThat(create("local").getStatus().getPhase()).isEqualTo("Pending");
        pod().delete();
        assertThat(pod().get().getMetadata().getDeletionGracePeriodSeconds()).isEqualTo(45);
        assertThat(pod().get().getMetadata().getDeletionTimestamp()).isNotEmpty();
        pod().withGracePeriod(0).delete();
        assertThat(pod().get()).isNull();
    }

    @Test
    void aPodThatRunsNowhereGoesAtOnce() {
        create("");
        pod().delete();
        assertThat(pod().get()).isNull();
    }

    @Test
    void itsStatusIsWrittenByTheSubresourceOnly() {
        create("local");
        var after = pod().editStatus(pod -> new PodBuilder(pod)
                .editStatus()
                .withPhase("Running")
                .endStatus()
                .editMetadata()
                .addToLabels("ignored", "yes")
                .endMetadata()
                .build());
        assertThat(after.getStatus().getPhase()).isEqualTo("Running");
        assertThat(after.getMetadata().getLabels()).isNullOrEmpty();
    }

    @Test
    void itsLogIsReadAndFollowed() throws Exception {
        create("local");
        var file = Files.writeString(dir.resolve("p"), "one\ntwo\n");
        assertThat(pod().getLog()).isEqualTo("one\ntwo\n");
        assertThat(pod().tailingLines(1).getLog()).isEqualTo("two\n");
        try (var out = new ByteArrayOutputStream();
                var _ = pod().watchLog(out)) {
            Eventually.is(() -> out.toString(StandardCharsets.UTF_8).contains("two"));
            Files.writeString(file, "three\n", StandardOpenOption.APPEND);
            Eventually.is(() -> out.toString(StandardCharsets.UTF_8).endsWith("three\n"));
        }
    }
}
