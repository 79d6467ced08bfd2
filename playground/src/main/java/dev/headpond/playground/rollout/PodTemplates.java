package dev.headpond.playground.rollout;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.random.RandomGenerator;

/// Pods from a Deployment's template. There are no ReplicaSets here: each pod carries the hash of the template that it
/// was made from, which is all that a rolling update has to know.
final class PodTemplates {
    static final String HASH_LABEL = "pod-template-hash";
    private static final int HASH_HEX_DIGITS = 10;
    /// Letters that make no words, as Kubernetes uses them.
    private static final String SUFFIX_LETTERS = "bcdfghjklmnpqrstvwxz2456789";
    private static final int SUFFIX_LENGTH = 5;

    private final KubernetesSerialization json;
    private final RandomGenerator random;
    private final String node;

    PodTemplates(KubernetesSerialization json, RandomGenerator random, String node) {
        this.json = json;
        this.random = random;
        this.node = node;
    }

    String hash(Deployment deployment) {
        var text = json.asJson(deployment.getSpec().getTemplate());
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, HASH_HEX_DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    Pod pod(Deployment deployment, String hash) {
        var owner = deployment.getMetadata();
        var template = deployment.getSpec().getTemplate();
        return new PodBuilder()
                .withNewMetadata()
                .withName(owner.getName() + "-" + hash + "-" + suffix())
                .withNamespace(owner.getNamespace())
                .withLabels(template.getMetadata().getLabels())
                .addToLabels(HASH_LABEL, hash)
                .withAnnotations(template.getMetadata().getAnnotations())
                .addNewOwnerReference()
                .withApiVersion("apps/v1")
                .withKind("Deployment")
                .withName(owner.getName())
                .withUid(owner.getUid())
                .withController(true)
                .withBlockOwnerDeletion(true)
                .endOwnerReference()
                .endMetadata()
                .withSpec(template.getSpec())
                .editSpec()
                .withNodeName(node)
                .endSpec()
                .build();
    }

    private String suffix() {
        var letters = new StringBuilder();
        for (int i = 0; i < SUFFIX_LENGTH; i++)
            letters.append(SUFFIX_LETTERS.charAt(random.nextInt(SUFFIX_LETTERS.length())));
        return letters.toString();
    }
}
