package dev.headpond.policy;

/// One key of a Kubernetes Secret. The pod finds it as the file `secrets/<name>/<key>` beside its policy's directory.
public record SecretKey(String name, String key) {}
