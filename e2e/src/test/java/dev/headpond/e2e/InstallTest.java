package dev.headpond.e2e;

import static dev.headpond.e2e.Cluster.await;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Order(1)
@ClusterUnderTest
class InstallTest {
    private final Cluster cluster;
    private final Release release;

    InstallTest(Cluster cluster) {
        this.cluster = cluster;
        this.release = new Release(cluster);
    }

    @BeforeAll
    static void install(Cluster cluster) {
        new Release(cluster).ensure();
    }

    @Test
    void helmInstallsAnOperatorThatIsReadyWhereTheRestrictedStandardIsEnforced() {
        assertThat(release.pods())
                .singleElement()
                .satisfies(pod -> assertThat(pod.getStatus().getConditions())
                        .filteredOn(condition -> condition.getType().equals("Ready"))
                        .extracting("status")
                        .containsExactly("True"));
    }

    @Test
    void theApiServerServesTheResourceWithItsShortNamesAndSubresources() {
        assertThat(cluster.kubectl("get", "crd", Release.CRD, "-o", "jsonpath={.status.acceptedNames.shortNames}"))
                .contains("ib", "buffer");
        assertThat(cluster.kubectl("get", "--raw", "/apis/headpond.dev/v1alpha1"))
                .contains("ingestionbuffers/status", "ingestionbuffers/scale");
    }

    @Test
    void oneOperatorLeads() {
        await("the lease has a holder")
                .untilAsserted(() -> assertThat(cluster.kubectl(
                                "-n",
                                Release.NAMESPACE,
                                "get",
                                "lease",
                                "headpond-operator",
                                "-o",
                                "jsonpath={.spec.holderIdentity}"))
                        .isNotBlank());
    }

    @ParameterizedTest
    @CsvSource({
        "get, secrets",
        "list, secrets",
        "create, pods",
        "delete, pods",
        "create, pods/exec",
        "delete, ingestionbuffers.headpond.dev",
        "create, ingestionbuffers.headpond.dev",
        "patch, ingestionbuffers.headpond.dev",
        "create, roles.rbac.authorization.k8s.io",
        "delete, leases.coordination.k8s.io",
        "get, nodes"
    })
    void theOperatorMayNotDoWhatItNeedsNot(String verb, String resource) {
        Tool.Result answer =
                cluster.tryKubectl("", "auth", "can-i", verb, resource, "--as=" + release.user(), "--all-namespaces");
        assertThat(answer.output()).contains("no").doesNotContain("yes");
    }

    @Test
    void whoeverMayEditANamespaceMayEditItsBuffers() {
        assertThat(cluster.kubectl("get", "clusterrole", "edit", "-o", "jsonpath={.rules[*].resources}"))
                .contains("ingestionbuffers/scale");
    }

    @Test
    void itTellsItsMetrics() {
        assertThat(release.metrics().page()).contains("headpond_leader 1");
    }
}
