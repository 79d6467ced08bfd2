package dev.headpond.e2e;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/// A namespace of a test's own, in which the strictest Pod Security standard is enforced. Closing it removes it.
record Space(Cluster cluster, String name) implements AutoCloseable {
    static Space create(Cluster cluster, String name) {
        cluster.client()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .addToLabels("pod-security.kubernetes.io/enforce", "restricted")
                        .endMetadata()
                        .build())
                .create();
        return new Space(cluster, name);
    }

    /// Starts a Redis here, `redis:6379`, and waits until it answers.
    Redis startRedis() {
        cluster.apply(name, resource("redis.yaml").replace("REDIS_IMAGE", cluster.redisImage()));
        cluster.kubectl("-n", name, "rollout", "status", "deployment/redis", "--timeout=120s");
        return Redis.connect(serviceAddress("redis"), 6379);
    }

    Buffer buffer(String buffer) {
        return new Buffer(cluster, name, buffer);
    }

    /// Declares a buffer in front of this namespace's Redis.
    ///
    /// @param spec further fields of the spec, each line indented by two
    Buffer declare(String buffer, String spec) {
        cluster.apply(name, """
                apiVersion: headpond.dev/v1alpha1
                kind: IngestionBuffer
                metadata:
                  name: %s
                spec:
                  sink:
                    redis: {uri: "redis://redis.%s:6379", stream: %s}
                """.formatted(buffer, name, buffer) + spec);
        return buffer(buffer);
    }

    String serviceAddress(String service) {
        return Objects.requireNonNull(cluster.client()
                .services()
                .inNamespace(name)
                .withName(service)
                .require()
                .getSpec()
                .getClusterIP());
    }

    /// The names of all objects here, of every kind that the API server knows, but for Events.
    SortedSet<String> objects() {
        String kinds = cluster.kubectl("api-resources", "--namespaced", "--verbs=list", "-o", "name")
                .lines()
                .filter(kind -> !kind.startsWith("events") && !kind.endsWith("metrics.k8s.io"))
                .collect(Collectors.joining(","));
        return cluster.kubectl("-n", name, "get", kinds, "-o", "name", "--ignore-not-found")
                .lines()
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String resource(String file) {
        try (InputStream in = Objects.requireNonNull(Space.class.getResourceAsStream("/" + file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        var namespace = cluster.client().namespaces().withName(name);
        namespace.delete();
        namespace.waitUntilCondition(Objects::isNull, 120, TimeUnit.SECONDS);
    }
}
