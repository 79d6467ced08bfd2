package dev.headpond.playground.kubelet;

import dev.headpond.playground.cluster.ClusterView;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The ConfigMaps and Secrets of a pod's namespace, as bytes by key.
interface PodConfiguration {
    Optional<Map<String, byte[]>> configMap(String name);

    Optional<Map<String, byte[]>> secret(String name);

    static PodConfiguration of(ClusterView view, String namespace) {
        return new PodConfiguration() {
            @Override
            public Optional<Map<String, byte[]>> configMap(String name) {
                return view.configMap(namespace, name).map(found -> {
                    var all = decoded(found.getBinaryData());
                    if (found.getData() != null)
                        found.getData().forEach((key, text) -> all.put(key, text.getBytes(StandardCharsets.UTF_8)));
                    return all;
                });
            }

            @Override
            public Optional<Map<String, byte[]>> secret(String name) {
                return view.secret(namespace, name).map(found -> decoded(found.getData()));
            }
        };
    }

    private static Map<String, byte[]> decoded(@Nullable Map<String, String> data) {
        var all = new TreeMap<String, byte[]>();
        if (data != null)
            data.forEach((key, base64) -> all.put(key, Base64.getDecoder().decode(base64)));
        return all;
    }

    /// A pod needs something that is not there, or that this kubelet does not know. It is tried again in each round.
    final class Missing extends Exception {
        private static final long serialVersionUID = 1;

        Missing(String message) {
            super(message);
        }
    }
}
