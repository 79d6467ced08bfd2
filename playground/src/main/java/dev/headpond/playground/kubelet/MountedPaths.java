package dev.headpond.playground.kubelet;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Where a container's mount paths lie on this machine. A child process has no mount namespace of its own, so a mount
/// path is replaced by the local one wherever the pod's args, command or environment name it. What a program reads from
/// a file is not touched; but paths relative to a mount hold, since mounts lie to each other as in the container.
final class MountedPaths {
    /// What can be part of a path's name: `/etc/app` is not meant in `/etc/apple` or `/usr/etc/app`.
    private static final String NOT_BEFORE = "(?<![\\w.~/-])";
    private static final String NOT_AFTER = "(?![\\w.~-])";

    private final Map<String, Path> localByMountPath;
    private final Pattern anyMountPath;

    MountedPaths(Map<String, Path> localByMountPath) {
        this.localByMountPath = Map.copyOf(localByMountPath);
        // the deepest first, since a mount may lie inside another
        var alternatives = localByMountPath.keySet().stream()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .map(Pattern::quote)
                .collect(Collectors.joining("|"));
        this.anyMountPath = Pattern.compile(NOT_BEFORE + "(?:" + alternatives + ")" + NOT_AFTER);
    }

    /// In one pass: a local path may itself begin like a mount path, as below `/tmp`.
    String localise(String text) {
        if (localByMountPath.isEmpty()) return text;
        return anyMountPath
                .matcher(text)
                .replaceAll(match -> Matcher.quoteReplacement(String.valueOf(localByMountPath.get(match.group()))));
    }
}
