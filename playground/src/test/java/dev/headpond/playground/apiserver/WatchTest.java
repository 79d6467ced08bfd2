package dev.headpond.playground.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WatchTest {
    private static final int LOG_CHANGES_MAX = 10;
    private final ClientAndServer both =
            new ClientAndServer(ApiServer.Options.plain().with(new Limits(LOG_CHANGES_MAX, 5, Duration.ofMillis(20))));

    @AfterEach
    void close() {
        both.close();
    }

    /// What a watch has told, as `ADDED a`.
    private static final class Heard implements Watcher<ConfigMap> {
        private final List<String> events = new CopyOnWriteArrayList<>();
        private final AtomicReference<WatcherException> end = new AtomicReference<>();

        @Override
        public void eventReceived(Action action, ConfigMap map) {
            events.add(action + " " + map.getMetadata().getName());
        }

        @Override
        public void onClose(WatcherException cause) {
            end.set(cause);
        }
    }

    private ConfigMap put(String name, Map<String, String> labels) {
        var map = new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(labels)
                .endMetadata()
                .build();
        return both.client.resource(map).createOr(existing -> existing.update());
    }

    @Test
    void aWatchTellsWhatIsThereAndWhatHappens() {
        put("a", Map.of());
        var heard = new Heard();
        try (var _ = both.client.configMaps().watch(heard)) {
            Eventually.is(() -> heard.events.size() == 1);
            put("b", Map.of());
            put("b", Map.of("x", "y"));
            both.client.configMaps().withName("a").delete();
            Eventually.is(() -> heard.events.size() == 4);
        }
        assertThat(heard.events).containsExactly("ADDED a", "ADDED b", "MODIFIED b", "DELETED a");
    }

    @Test
    void aWatchFromARevisionMissesNothingAndRepeatsNothing() {
        var first = put("a", Map.of());
        put("b", Map.of());
        put("a", Map.of("x", "y"));
        var heard = new Heard();
        var from = new ListOptionsBuilder()
                .withResourceVersion(first.getMetadata().getResourceVersion())
                .build();
        try (var _ = both.client.configMaps().watch(from, heard)) {
            Eventually.is(() -> heard.events.size() == 2);
            put("c", Map.of());
            Eventually.is(() -> heard.events.size() == 3);
        }
        assertThat(heard.events).containsExactly("ADDED b", "MODIFIED a", "ADDED c");
    }

    @Test
    void aSelectionGainsAndLosesObjectsAsTheirLabelsChange() {
        var heard = new Heard();
        try (var _ = both.client.configMaps().withLabel("app", "x").watch(heard)) {
            put("a", Map.of());
            put("a", Map.of("app", "x"));
            put("a", Map.of("app", "x", "more", "1"));
            put("a", Map.of("app", "y"));
            Eventually.is(() -> heard.events.size() == 3);
        }
        assertThat(heard.events).containsExactly("ADDED a", "MODIFIED a", "DELETED a");
    }

    @Test
    void aRevisionThatTheLogHasForgottenIsGone() {
        var first = put("a", Map.of());
        for (int i = 0; i <= LOG_CHANGES_MAX; i++) {
            put("a", Map.of("i", Integer.toString(i)));
        }
        var heard = new Heard();
        var from = new ListOptionsBuilder()
                .withResourceVersion(first.getMetadata().getResourceVersion())
                .build();
        try (var _ = both.client.configMaps().watch(from, heard)) {
            Eventually.is(() -> heard.end.get() != null);
        }
        assertThat(heard.end.get()).returns(true, WatcherException::isHttpGone);
        assertThat(heard.events).isEmpty();
    }

    @Test
    void anInformerFollowsAServerThatWasReplaced() throws Exception {
        var seen = new CopyOnWriteArrayList<String>();
        put("a", Map.of());
        try (var informer = both.client.configMaps().inform(new Names(seen), 0)) {
            Eventually.is(() -> seen.contains("+a"));
            int port = both.server.uri().getPort();
            both.server.close();
            try (var second = ApiServer.start(InetAddress.getLoopbackAddress(), port);
                    var client = ClientAndServer.client(second)) {
                client.resource(new ConfigMapBuilder()
                                .withNewMetadata()
                                .withName("b")
                                .endMetadata()
                                .build())
                        .create();
                Eventually.is(() -> seen.contains("+b") && seen.contains("-a"));
                assertThat(informer.getStore().list()).hasSize(1);
            }
        }
    }

    private record Names(List<String> seen) implements ResourceEventHandler<ConfigMap> {
        @Override
        public void onAdd(ConfigMap map) {
            seen.add("+" + map.getMetadata().getName());
        }

        @Override
        public void onUpdate(ConfigMap before, ConfigMap after) {
            seen.add("=" + after.getMetadata().getName());
        }

        @Override
        public void onDelete(ConfigMap map, boolean unknown) {
            seen.add("-" + map.getMetadata().getName());
        }
    }

    private String read(String query) throws Exception {
        var request = HttpRequest.newBuilder(both.server.uri().resolve("/api/v1/namespaces/default/configmaps" + query))
                .build();
        try (var http = HttpClient.newHttpClient()) {
            return http.send(request, BodyHandlers.ofString()).body();
        }
    }

    @Test
    void aWatchEndsWhenItsTimeIsOver() throws Exception {
        put("a", Map.of());
        assertThat(read("?watch=true&timeoutSeconds=1"))
                .startsWith("{\"type\":\"ADDED\"")
                .hasLineCount(1);
    }

    @Test
    void initialEventsEndWithABookmark() throws Exception {
        put("a", Map.of());
        var lines = read("?watch=true&timeoutSeconds=1&sendInitialEvents=true&allowWatchBookmarks=true")
                .lines()
                .toList();
        assertThat(lines.get(0)).contains("ADDED");
        assertThat(lines.get(1)).contains("BOOKMARK", "k8s.io/initial-events-end");
    }

    @Test
    void moreWatchesThanAllowedAreRefused() throws Exception {
        var heard = new Heard();
        for (int i = 0; i < 5; i++) {
            var _ = both.client.configMaps().watch(heard);
        }
        put("a", Map.of());
        Eventually.is(() -> heard.events.size() == 5);
        assertThat(read("?watch=true&timeoutSeconds=1")).contains("\"code\":429", "too many watches");
    }

    @Test
    void closingTheServerEndsWatches() throws Exception {
        var uri = both.server.uri() + "/api/v1/configmaps?watch=true";
        try (var http = HttpClient.newHttpClient()) {
            var lines = http.sendAsync(HttpRequest.newBuilder(URI.create(uri)).build(), BodyHandlers.ofString());
            put("a", Map.of());
            both.server.close();
            Eventually.is(lines::isDone);
        }
    }
}
