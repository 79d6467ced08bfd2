package dev.headpond.playground.rollout;

import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// What was asked of the API server and is not seen in the local copy yet. Without it a controller whose copy lags
/// would
/// create or delete twice.
final class Expectations {
    /// A creation that is not seen for so long is taken for lost, lest its pod be waited for for ever.
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private record Coming(String owner, String template, Instant until) {}

    private final InstantSource clock;
    private final Map<String, Coming> creations = new HashMap<>();
    private final Set<String> deletions = new HashSet<>();

    Expectations(InstantSource clock) {
        this.clock = clock;
    }

    /// Takes off what the local copy shows by now.
    void observe(List<Pod> pods) {
        var seen = pods.stream().map(Expectations::key).collect(Collectors.toSet());
        var now = clock.instant();
        creations.entrySet().removeIf(it -> seen.contains(it.getKey()) || now.isAfter(it.getValue().until));
        deletions.retainAll(pods.stream().map(it -> it.getMetadata().getUid()).collect(Collectors.toSet()));
    }

    void creating(Pod pod, String owner, String template) {
        creations.put(key(pod), new Coming(owner, template, clock.instant().plus(PATIENCE)));
    }

    void notCreated(Pod pod) {
        creations.remove(key(pod));
    }

    /// Whether this deletion is new; a pod is deleted once.
    boolean deleting(Pod pod) {
        return deletions.add(pod.getMetadata().getUid());
    }

    void notDeleted(Pod pod) {
        deletions.remove(pod.getMetadata().getUid());
    }

    boolean isDeleting(Pod pod) {
        return deletions.contains(pod.getMetadata().getUid());
    }

    int coming(String owner, String template) {
        return (int) creations.values().stream()
                .filter(it -> it.owner.equals(owner) && it.template.equals(template))
                .count();
    }

    private static String key(Pod pod) {
        return pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName();
    }
}
