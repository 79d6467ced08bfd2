package dev.headpond.playground.kubelet;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What an image is on this machine: a program and its first arguments, by the image's name without tag and digest.
public record Images(Map<String, List<String>> programs) {
    public Images {
        programs = Map.copyOf(programs);
    }

    Optional<List<String>> program(String image) {
        return Optional.ofNullable(programs.get(withoutTag(image)));
    }

    /// `registry:5000/a/b:1.2@sha256:…` → `registry:5000/a/b`.
    static String withoutTag(String image) {
        var name = image.contains("@") ? image.substring(0, image.indexOf('@')) : image;
        int colon = name.lastIndexOf(':');
        return colon > name.lastIndexOf('/') ? name.substring(0, colon) : name;
    }
}
