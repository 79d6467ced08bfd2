package dev.headpond.playground.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpTest {
    private final ClientAndServer both = new ClientAndServer(ApiServer.Options.plain());
    private final HttpClient http = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        http.close();
        both.close();
    }

    private JsonNode send(String method, String path, String type, String body) throws Exception {
        var request = HttpRequest.newBuilder(both.server.uri().resolve(path))
                .method(method, BodyPublishers.ofString(body))
                .header("Content-Type", type)
                .build();
        var response = http.send(request, BodyHandlers.ofString());
        var status = new ObjectMapper().readTree(response.body());
        assertThat(status.path("code").asInt()).as(response.body()).isEqualTo(response.statusCode());
        assertThat(status.path("kind").asText()).isEqualTo("Status");
        return status;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
        POST   | /api/v1/namespaces/default/configmaps   | application/json | {"a"                 | 400 | BadRequest           | error decoding the body
        POST   | /api/v1/namespaces/default/configmaps   | application/json | [1]                  | 400 | BadRequest           | must be one object
        POST   | /api/v1/namespaces/default/configmaps   | application/json | {"kind":"Secret"}    | 400 | BadRequest           | does not match the expected v1/ConfigMap
        POST   | /api/v1/namespaces/default/configmaps   | application/json | {}                   | 422 | Invalid              | metadata.name: Required value
        POST   | /api/v1/namespaces/default/configmaps   | application/vnd.kubernetes.protobuf | x | 415 | UnsupportedMediaType | accepted media types
        POST   | /api/v1/namespaces/default/configmaps/a | application/json | {}                   | 405 | MethodNotAllowed     | POST is not supported
        GET    | /api/v1/namespaces/default/configmaps/a | application/json |                      | 404 | NotFound             | configmaps "a" not found
        GET    | /api/v1/namespaces/default/teapots      | application/json |                      | 404 | NotFound             | could not find the requested resource
        GET    | /api/v1/configmaps?labelSelector=a%20b  | application/json |                      | 400 | BadRequest           | unable to parse requirement
        GET    | /api/v1/configmaps?watch=1&timeoutSeconds=x | application/json |                  | 400 | BadRequest           | must be a whole number
        PATCH  | /api/v1/namespaces/default              | text/plain       | {}                   | 415 | UnsupportedMediaType | application/merge-patch+json
        PATCH  | /api/v1/namespaces/default              | application/apply-patch+yaml | {}       | 400 | BadRequest           | fieldManager: Required value
        DELETE | /api/v1/namespaces/default              | application/json |                      | 403 | Forbidden            | may not be deleted
        GET    | /teapot                                 | application/json |                      | 404 | NotFound             | could not find
        """)
    void aRequestThatIsNotCarriedOutSaysWhy(
            String method, String path, String type, String body, int code, String reason, String words)
            throws Exception {
        var status = send(method, path, type, body == null ? "" : body);
        assertThat(status.path("code").asInt()).isEqualTo(code);
        assertThat(status.path("reason").asText()).isEqualTo(reason);
        assertThat(status.path("message").asText()).contains(words);
    }

    @Test
    void aBodyOverTheLimitIsRefused() throws Exception {
        var large = "{\"data\":{\"a\":\"" + "x".repeat(Body.BYTES_MAX) + "\"}}";
        assertThat(send("POST", "/api/v1/namespaces/default/configmaps", "application/json", large)
                        .path("code")
                        .asInt())
                .isEqualTo(413);
    }

    @Test
    void aDryRunChangesNothing() throws Exception {
        var request = HttpRequest.newBuilder(
                        both.server.uri().resolve("/api/v1/namespaces/default/configmaps?dryRun=All"))
                .POST(BodyPublishers.ofString("{\"metadata\":{\"name\":\"a\"}}"))
                .build();
        assertThat(http.send(request, BodyHandlers.ofString()).body()).contains("\"uid\"");
        assertThat(both.client.configMaps().withName("a").get()).isNull();
    }

    @Test
    void clientsFindTheServerByItsKubeconfig(@TempDir Path dir) throws Exception {
        var file = dir.resolve("kubeconfig");
        Kubeconfig.write(file, both.server.uri());
        var config = Config.fromKubeconfig(Files.readString(file));
        try (var client = new KubernetesClientBuilder().withConfig(config).build()) {
            assertThat(client.namespaces().withName("default").get()).isNotNull();
            assertThat(client.getNamespace()).isEqualTo("default");
        }
    }
}
