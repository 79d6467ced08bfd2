package dev.headpond.playground.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ConcurrencyTest {
    private static final int WRITERS = 8;
    private static final int WRITES_EACH = 10;
    private final ClientAndServer both = new ClientAndServer(ApiServer.Options.plain());

    @AfterEach
    void close() {
        both.close();
    }

    @Test
    void noUpdateIsLostAmongWritersThatRetryTheirConflicts() throws Exception {
        both.client
                .resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName("count")
                        .endMetadata()
                        .withData(Map.of("n", "0"))
                        .build())
                .create();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var writer : threads.invokeAll(Collections.nCopies(WRITERS, Executors.callable(this::countUp)))) {
                writer.get();
            }
        }
        assertThat(both.client.configMaps().withName("count").get().getData())
                .containsEntry("n", Integer.toString(WRITERS * WRITES_EACH));
    }

    private void countUp() {
        for (int done = 0; done < WRITES_EACH; ) {
            var map = both.client.configMaps().withName("count").get();
            map.getData().merge("n", "1", (n, _) -> Integer.toString(Integer.parseInt(n) + 1));
            try {
                both.client.resource(map).update();
                done++;
            } catch (KubernetesClientException conflict) {
                assertThat(conflict.getCode()).isEqualTo(409);
            }
        }
    }
}
