package dev.headpond.playground.kubelet;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Where a container's mount paths lie on this machine. A child process has no mount namespace of its own, so a mount
/// path is replaced by the local one wherever the pod's args, command or environment name it. What a program reads from
/// a file is not touched; but paths relative to a mount hold, since mounts lie to each other as in the container.
final class MountedPaths {
    /// What can be part of a path's name: `/etc/app` is not meant in `/etc/apple` or `/usr/etc/app`.
    private static final String NOT_BEFORE = "(?<![\\w.~/-])";
    private static final String NOT_AFTER = "(?![\\w.~-])";

    private record Replacement(String mountPath, Pattern pattern, String local) {}

    /// The deepest first: a mount may lie inside another.
    private final List<Replacement> replacements;

    MountedPaths(Map<String, Path> localByMountPath) {
        replacements = localByMountPath.entrySet().stream()
                .map(it -> new Replacement(
                        it.getKey(),
                        Pattern.compile(NOT_BEFORE + Pattern.quote(it.getKey()) + NOT_AFTER),
                        Matcher.quoteReplacement(it.getValue().toString())))
                .sorted(Comparator.comparingInt((Replacement it) -> it.mountPath.length())
                        .reversed())
                .toList();
    }

    String localise(String text) {
        for (var it : replacements) text = it.pattern.matcher(text).replaceAll(it.local);
        return text;
    }
}
