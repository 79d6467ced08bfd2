package dev.headpond.operator.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import org.junit.jupiter.api.Test;

final class ComparisonTest {
    private static final String MANAGED = """
            metadata:
              name: a
              labels: {mine: "1"%s}
              managedFields:
              - manager: headpond
                operation: Apply
                fieldsV1:
                  f:metadata: {f:labels: {f:mine: {}%s}}
                  f:spec: {f:ports: {'k:{"port":80,"protocol":"TCP"}': {.: {}, f:port: {}}}}
            spec:
              clusterIP: 10.0.0.1
              ports:
              - {port: 80, protocol: TCP, targetPort: %d}
            """;
    private static final String DESIRED = """
            metadata:
              name: a
              labels: {mine: "1"}
            spec:
              ports:
              - {port: 80, targetPort: 8080}
            """;

    private final Comparison comparison = new Comparison("headpond");

    private static Service service(String yaml) {
        return new KubernetesSerialization().unmarshal("apiVersion: v1\nkind: Service\n" + yaml, Service.class);
    }

    private boolean same(String actual) {
        return comparison.same(service(DESIRED), service(actual));
    }

    @Test
    void whatTheServerAndOthersAddDoesNotMatter() {
        assertThat(same(MANAGED.formatted(", theirs: \"2\"", "", 8080))).isTrue();
    }

    @Test
    void anEditedFieldMatters() {
        assertThat(same(MANAGED.formatted("", "", 9999))).isFalse();
    }

    @Test
    void aFieldThatWeOwnAndNoLongerWantMatters() {
        assertThat(same(MANAGED.formatted(", old: \"1\"", ", f:old: {}", 8080))).isFalse();
    }

    @Test
    void anObjectThatWeNeverAppliedIsApplied() {
        assertThat(same(MANAGED.formatted("", "", 8080).replace("manager: headpond", "manager: kubectl")))
                .isFalse();
    }
}
