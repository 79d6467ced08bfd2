package dev.headpond.playground.kubelet;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.KeyToPath;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A pod's volumes on disk. A mount lies at `<pod dir>/rootfs/<container><mount path>`:
/// ConfigMaps and Secrets as real directories there, so that `..` leads to the neighbouring mount as in a container;
/// an emptyDir, which containers share, as a link to `<pod dir>/volumes/<name>`; a claim as a link to
/// `<node dir>/claims/<namespace>/<claim>`, which outlives the pod.
final class Volumes {
    private final Pod pod;
    private final Path podDir;
    private final Path claimsDir;
    private final PodConfiguration configuration;
    /// What was written to each directory, to write only what changed.
    private final Map<Path, Map<String, ByteBuffer>> written = new HashMap<>();

    Volumes(Pod pod, Path podDir, Path claimsDir, PodConfiguration configuration) {
        this.pod = pod;
        this.podDir = podDir;
        this.claimsDir = claimsDir;
        this.configuration = configuration;
    }

    /// Lays out all that the container mounts. Calling it again brings changed ConfigMaps and Secrets up to date.
    ///
    /// @throws PodConfiguration.Missing where a ConfigMap, a Secret or a volume that is not optional is not there
    MountedPaths mount(Container container) throws IOException, PodConfiguration.Missing {
        var local = new HashMap<String, Path>();
        for (var mount : container.getVolumeMounts()) {
            var at = podDir.resolve("rootfs").resolve(container.getName()).resolve(relative(mount.getMountPath()));
            materialise(volume(mount.getName()), mount, at);
            local.put(mount.getMountPath(), at);
        }
        return new MountedPaths(local);
    }

    private static String relative(String mountPath) {
        return Path.of("/", mountPath).normalize().toString().substring(1);
    }

    private Volume volume(String name) throws PodConfiguration.Missing {
        return pod.getSpec().getVolumes().stream()
                .filter(it -> it.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new PodConfiguration.Missing("volume \"" + name + "\" not found in the pod's spec"));
    }

    private void materialise(Volume volume, VolumeMount mount, Path at) throws IOException, PodConfiguration.Missing {
        if (volume.getConfigMap() != null) {
            var source = volume.getConfigMap();
            var data = required(
                    "configmap", source.getName(), source.getOptional(), configuration.configMap(source.getName()));
            write(selected(data, source.getItems()), mount, at);
        } else if (volume.getSecret() != null) {
            var source = volume.getSecret();
            var data = required(
                    "secret",
                    source.getSecretName(),
                    source.getOptional(),
                    configuration.secret(source.getSecretName()));
            write(selected(data, source.getItems()), mount, at);
        } else if (volume.getEmptyDir() != null) {
            link(at, under(podDir.resolve("volumes").resolve(volume.getName()), mount));
        } else if (volume.getPersistentVolumeClaim() != null) {
            var claim = volume.getPersistentVolumeClaim().getClaimName();
            link(at, under(claimsDir.resolve(pod.getMetadata().getNamespace()).resolve(claim), mount));
        } else {
            throw new PodConfiguration.Missing(
                    "volume \"" + volume.getName() + "\": this kubelet knows no such volume");
        }
    }

    private static Map<String, byte[]> required(
            String kind, String name, @Nullable Boolean optional, Optional<Map<String, byte[]>> data)
            throws PodConfiguration.Missing {
        if (data.isPresent()) return data.get();
        if (Boolean.TRUE.equals(optional)) return Map.of();
        throw new PodConfiguration.Missing(kind + " \"" + name + "\" not found");
    }

    private static Map<String, byte[]> selected(Map<String, byte[]> data, @Nullable List<KeyToPath> items) {
        if (items == null || items.isEmpty()) return data;
        var selected = new TreeMap<String, byte[]>();
        for (var item : items) {
            var value = data.get(item.getKey());
            if (value != null) selected.put(item.getPath(), value);
        }
        return selected;
    }

    private void write(Map<String, byte[]> data, VolumeMount mount, Path at) throws IOException {
        var subPath = Objects.requireNonNullElse(mount.getSubPath(), "");
        var files = new TreeMap<String, ByteBuffer>();
        data.forEach((name, bytes) -> files.put(name, ByteBuffer.wrap(bytes)));
        if (files.equals(written.get(at))) return;
        if (subPath.isEmpty()) writeAll(at, files);
        else if (data.containsKey(subPath)) replace(at, data.get(subPath));
        written.put(at, files);
    }

    private void writeAll(Path directory, Map<String, ByteBuffer> files) throws IOException {
        Files.createDirectories(directory);
        for (var file : files.entrySet())
            replace(directory.resolve(file.getKey()), file.getValue().array());
        for (var name : written.getOrDefault(directory, Map.of()).keySet())
            if (!files.containsKey(name)) Files.deleteIfExists(directory.resolve(name));
    }

    /// In one step, so that a reader sees the old content or the new one, and for the owner's eyes only.
    private static void replace(Path file, byte @Nullable [] content) throws IOException {
        if (content == null) return;
        var directory = Objects.requireNonNull(file.getParent());
        Files.createDirectories(directory);
        var ownerOnly = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        var fresh = Files.createTempFile(directory, ".new-", "", ownerOnly);
        Files.write(fresh, content);
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static Path under(Path directory, VolumeMount mount) {
        var subPath = Objects.requireNonNullElse(mount.getSubPath(), "");
        return subPath.isEmpty() ? directory : directory.resolve(relative(subPath));
    }

    private static void link(Path at, Path target) throws IOException {
        Files.createDirectories(target);
        if (Files.exists(at)) return;
        Files.createDirectories(Objects.requireNonNull(at.getParent()));
        Files.createSymbolicLink(at, target);
    }

    /// Takes secrets and scratch space away when the pod is gone; its logs stay.
    void remove() throws IOException {
        for (var name : List.of("rootfs", "volumes")) {
            var directory = podDir.resolve(name);
            if (!Files.exists(directory)) continue;
            try (var paths = Files.walk(directory)) {
                for (var path : paths.sorted(Comparator.reverseOrder()).toList()) Files.delete(path);
            }
        }
    }
}
