package dev.headpond.playground.kubelet;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvFromSource;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarSource;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The environment and the command line of one container, resolved.
final class Environment {
    /// Only this kubelet sets it: the pod's own loopback address, for programs that would listen on all addresses.
    private static final String BIND_ADDRESS = "BIND_ADDRESS";

    private static final Pattern REFERENCE = Pattern.compile("\\$(\\$|\\(([-._a-zA-Z][-._a-zA-Z0-9]*)\\))");
    private static final Pattern SUBSCRIPT = Pattern.compile("metadata\\.(labels|annotations)\\['(.+)']");

    private final Pod pod;
    private final String address;
    private final PodConfiguration configuration;
    private final MountedPaths paths;

    Environment(Pod pod, String address, PodConfiguration configuration, MountedPaths paths) {
        this.pod = pod;
        this.address = address;
        this.configuration = configuration;
        this.paths = paths;
    }

    /// Later entries win over earlier ones, `env` over `envFrom`; `$(NAME)` refers to what stands before.
    Map<String, String> variables(Container container) throws PodConfiguration.Missing {
        var variables = new LinkedHashMap<String, String>();
        for (var source : container.getEnvFrom()) addAll(source, variables);
        for (var entry : container.getEnv()) {
            var value = value(entry, variables);
            value.ifPresent(it -> variables.put(entry.getName(), paths.localise(it)));
        }
        variables.put(BIND_ADDRESS, address);
        return variables;
    }

    /// `command` replaces the image's own program, `args` come after either. The program's own paths are of this
    /// machine.
    List<String> command(Container container, List<String> program, Map<String, String> variables) {
        var line = new ArrayList<String>();
        if (container.getCommand().isEmpty()) line.addAll(program);
        for (var it : container.getCommand()) line.add(paths.localise(expand(it, variables)));
        for (var it : container.getArgs()) line.add(paths.localise(expand(it, variables)));
        return line;
    }

    private Optional<String> value(EnvVar entry, Map<String, String> before) throws PodConfiguration.Missing {
        var from = entry.getValueFrom();
        if (from == null) return Optional.of(expand(Objects.requireNonNullElse(entry.getValue(), ""), before));
        return reference(entry.getName(), from);
    }

    private Optional<String> reference(String name, EnvVarSource from) throws PodConfiguration.Missing {
        if (from.getFieldRef() != null)
            return Optional.of(field(from.getFieldRef().getFieldPath()));
        if (from.getConfigMapKeyRef() != null) {
            var ref = from.getConfigMapKeyRef();
            return key(
                    "configmap",
                    ref.getName(),
                    ref.getKey(),
                    ref.getOptional(),
                    configuration.configMap(ref.getName()));
        }
        if (from.getSecretKeyRef() != null) {
            var ref = from.getSecretKeyRef();
            return key("secret", ref.getName(), ref.getKey(), ref.getOptional(), configuration.secret(ref.getName()));
        }
        throw new PodConfiguration.Missing("env " + name + ": this kubelet knows no such valueFrom");
    }

    private static Optional<String> key(
            String kind, String name, String key, @Nullable Boolean optional, Optional<Map<String, byte[]>> data)
            throws PodConfiguration.Missing {
        var value = data.map(it -> it.get(key)).map(Environment::text);
        if (value.isPresent() || Boolean.TRUE.equals(optional)) return value;
        throw new PodConfiguration.Missing(
                data.isEmpty()
                        ? kind + " \"" + name + "\" not found"
                        : "no key \"" + key + "\" in " + kind + " \"" + name + "\"");
    }

    private void addAll(EnvFromSource source, Map<String, String> variables) throws PodConfiguration.Missing {
        var prefix = Objects.requireNonNullElse(source.getPrefix(), "");
        if (source.getConfigMapRef() != null) {
            var ref = source.getConfigMapRef();
            all("configmap", ref.getName(), ref.getOptional(), configuration.configMap(ref.getName()))
                    .forEach((key, value) -> variables.put(prefix + key, text(value)));
        }
        if (source.getSecretRef() != null) {
            var ref = source.getSecretRef();
            all("secret", ref.getName(), ref.getOptional(), configuration.secret(ref.getName()))
                    .forEach((key, value) -> variables.put(prefix + key, text(value)));
        }
    }

    private static Map<String, byte[]> all(
            String kind, String name, @Nullable Boolean optional, Optional<Map<String, byte[]>> data)
            throws PodConfiguration.Missing {
        if (data.isPresent()) return data.get();
        if (Boolean.TRUE.equals(optional)) return Map.of();
        throw new PodConfiguration.Missing(kind + " \"" + name + "\" not found");
    }

    private String field(String path) throws PodConfiguration.Missing {
        var metadata = pod.getMetadata();
        var subscript = SUBSCRIPT.matcher(path);
        if (subscript.matches()) {
            var map = subscript.group(1).equals("labels") ? metadata.getLabels() : metadata.getAnnotations();
            return map == null ? "" : map.getOrDefault(subscript.group(2), "");
        }
        return switch (path) {
            case "metadata.name" -> metadata.getName();
            case "metadata.namespace" -> metadata.getNamespace();
            case "metadata.uid" -> metadata.getUid();
            case "spec.nodeName" -> Objects.requireNonNullElse(pod.getSpec().getNodeName(), "");
            case "spec.serviceAccountName" ->
                Objects.requireNonNullElse(pod.getSpec().getServiceAccountName(), "default");
            case "status.podIP", "status.podIPs" -> address;
            case "status.hostIP", "status.hostIPs" -> "127.0.0.1";
            default -> throw new PodConfiguration.Missing("this kubelet knows no field " + path);
        };
    }

    /// `$(NAME)` becomes the variable's value where there is one and stays as it is where not; `$$` is one `$`.
    static String expand(String text, Map<String, String> variables) {
        return REFERENCE.matcher(text).replaceAll(match -> {
            var name = match.group(2);
            var value = name == null ? "$" : variables.getOrDefault(name, match.group());
            return Matcher.quoteReplacement(value);
        });
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
