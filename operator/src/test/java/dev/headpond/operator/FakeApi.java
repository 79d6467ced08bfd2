package dev.headpond.operator;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.headpond.crds.IngestionBuffer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.base.CustomResourceDefinitionContext;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import io.fabric8.mockwebserver.dsl.HttpMethod;
import io.fabric8.mockwebserver.http.Buffer;
import io.fabric8.mockwebserver.http.Headers;
import io.fabric8.mockwebserver.http.MockResponse;
import io.fabric8.mockwebserver.http.RecordedRequest;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Fabric8's mock of an API server, which it teaches server-side apply, and which notes every write of the operator.
final class FakeApi implements AutoCloseable {
    /// Writes of the operator, such as `apply shop/deployments/orders-buffer` or `status shop/ingestionbuffers/orders`.
    private final List<String> writes = new CopyOnWriteArrayList<>();

    private static final Logger REQUESTS = Logger.getLogger(MockWebServer.class.getName());

    private final KubernetesMockServer server;
    final KubernetesClient client;

    FakeApi() {
        // one line for each request, and two hundred of them in a test
        REQUESTS.setLevel(Level.WARNING);
        var dispatcher = new Dispatcher(List.of(
                type("headpond.dev", "v1alpha1", "ingestionbuffers", IngestionBuffer.KIND),
                type("apps", "v1", "deployments", "Deployment"),
                type(null, "v1", "pods", "Pod")));
        server = new KubernetesMockServer(
                new Context(JsonMapper.builder().findAndAddModules().build()),
                new MockWebServer(),
                new HashMap<>(),
                dispatcher,
                false);
        server.init(InetAddress.getLoopbackAddress(), 0);
        client = newClient();
    }

    KubernetesClient newClient() {
        return new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder(Config.empty())
                        .withMasterUrl("http://127.0.0.1:" + server.getPort())
                        .withNamespace("default")
                        .withHttp2Disable(true)
                        .build())
                .build();
    }

    /// Writes in a namespace, in their order.
    List<String> writes(String namespace) {
        return writes.stream().filter(w -> w.contains(" " + namespace + "/")).toList();
    }

    private static CustomResourceDefinitionContext type(
            @Nullable String group, String version, String plural, String kind) {
        return new CustomResourceDefinitionContext.Builder()
                .withGroup(group)
                .withVersion(version)
                .withPlural(plural)
                .withKind(kind)
                .withScope("Namespaced")
                .withStatusSubresource(true)
                .build();
    }

    @Override
    public void close() {
        client.close();
        server.destroy();
    }

    private final class Dispatcher extends KubernetesCrudDispatcher {
        private static final Pattern PATH =
                Pattern.compile(".*/namespaces/([^/]+)/([^/?]+)(/[^/?]+)?(/status)?(\\?.*)?");
        private final KubernetesSerialization serialization = new KubernetesSerialization();

        Dispatcher(List<CustomResourceDefinitionContext> types) {
            super(types);
        }

        @Override
        public MockResponse handleCreate(RecordedRequest request) {
            if (request.getPath().contains("/events")) {
                note("event", request.getPath());
            }
            return super.handleCreate(request);
        }

        @Override
        public MockResponse handleDelete(String path) {
            note("delete", path);
            return super.handleDelete(path);
        }

        @Override
        public synchronized MockResponse handlePatch(RecordedRequest request) {
            var type = request.getHeader("Content-Type");
            if (type == null || !type.startsWith("application/apply-patch")) {
                return super.handlePatch(request);
            }
            var path = request.getPath().replaceFirst("\\?.*", "");
            note(path.endsWith("/status") ? "status" : "apply", path);
            return applied(path, serialization.unmarshal(request.getUtf8Body(), ObjectNode.class));
        }

        private MockResponse applied(String path, ObjectNode patch) {
            boolean status = path.endsWith("/status");
            var present = super.handleGet(status ? path.replaceFirst("/status$", "") : path);
            if (present.code() == 404) {
                var made = ServerSideApply.apply(serialization.unmarshal("{}", ObjectNode.class), patch, "headpond");
                return super.handleCreate(request(HttpMethod.POST, path.replaceFirst("/[^/]+$", ""), made));
            }
            var object = read(present);
            if (status) {
                object.set("status", patch.get("status"));
            } else {
                ServerSideApply.apply(object, patch, "headpond");
            }
            return super.handleUpdate(request(HttpMethod.PUT, path, object));
        }

        private ObjectNode read(MockResponse response) {
            try {
                return serialization.unmarshal(
                        new String(response.getBody().getBytes(), StandardCharsets.UTF_8), ObjectNode.class);
            } catch (RuntimeException e) {
                throw new IllegalStateException("the mock answers JSON", e);
            }
        }

        private void note(String what, String path) {
            var matcher = PATH.matcher(path);
            if (matcher.matches()) {
                var name = matcher.group(3) == null ? "" : matcher.group(3);
                writes.add(what + " " + matcher.group(1) + "/" + matcher.group(2) + name);
            }
        }

        private static RecordedRequest request(HttpMethod method, String path, ObjectNode body) {
            return new RecordedRequest(
                    "HTTP/1.1",
                    method,
                    path,
                    Headers.builder().add("Content-Type", "application/json").build(),
                    new Buffer(body.toString().getBytes(StandardCharsets.UTF_8)));
        }
    }
}
