package dev.headpond.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/// The chart without a cluster: what helm makes of it.
@Order(0)
class ChartTest {
    private static final Path CHART = Cluster.REPOSITORY.resolve("charts/headpond");
    private static final Path CRD = Cluster.REPOSITORY.resolve(
            "crds/src/main/resources/META-INF/headpond/ingestionbuffers.headpond.dev-v1.yml");
    private static final String MONITORING = "monitoring.coreos.com/v1/";
    private static final YAMLMapper YAML = new YAMLMapper();

    @Test
    void itHoldsTheGeneratedCrd() throws IOException {
        assertThat(CHART.resolve("files/crd.yaml"))
                .as("differs from the generated one: run charts/copy-crd")
                .hasSameTextualContentAs(CRD);
    }

    @Test
    void theCrdThatItInstallsIsTheGeneratedOneAndIsKept() throws IOException {
        ObjectNode installed = (ObjectNode) only(template(), "CustomResourceDefinition");
        ObjectNode metadata = (ObjectNode) installed.get("metadata");
        assertThat(metadata.remove("annotations")
                        .path("helm.sh/resource-policy")
                        .asText())
                .isEqualTo("keep");
        metadata.remove("labels");

        ObjectNode generated = (ObjectNode) YAML.readTree(CRD.toFile());
        generated.withObjectProperty("metadata").remove("annotations");
        assertThat(installed).isEqualTo(generated);
    }

    @Test
    void itIsOfTheProjectsVersion() throws IOException {
        assertThat(YAML.readTree(CHART.resolve("Chart.yaml").toFile())
                        .path("appVersion")
                        .asText())
                .isEqualTo(System.getenv("HEADPOND_VERSION"));
    }

    @Test
    void helmFindsNothingToComplainOf() {
        Tool.run(List.of("helm", "lint", "--strict", "--quiet", CHART.toString()));
    }

    @Test
    void aValueThatItDoesNotKnowIsRefused() {
        Tool.Result result = Tool.attempt(command("--set", "watchNamespace=shop"), "");

        assertThat(result.exit()).isNotZero();
        assertThat(result.output()).contains("watchNamespace");
    }

    @Test
    void withNamespacesItAsksForNoRightsInTheWholeCluster() {
        List<JsonNode> objects = template("--set", "watchNamespaces={shop,desk}");

        assertThat(objects)
                .extracting(object -> object.path("kind").asText())
                .doesNotContain("ClusterRole", "ClusterRoleBinding");
        assertThat(objects)
                .filteredOn(object -> object.path("kind").asText().equals("Role"))
                .extracting(object -> object.at("/metadata/namespace").asText())
                .containsExactlyInAnyOrder("shop", "desk", Release.NAMESPACE);
    }

    @Test
    void itMakesObjectsOfThePrometheusOperatorOnlyWhereThereIsOne() {
        assertThat(template())
                .noneMatch(object -> object.path("apiVersion").asText().startsWith("monitoring"));
        assertThat(withPrometheus())
                .extracting(object -> object.path("kind").asText())
                .contains("ServiceMonitor", "PodMonitor", "PrometheusRule");
    }

    @Test
    void everyAlertHasARunbook() {
        JsonNode groups = only(withPrometheus(), "PrometheusRule").at("/spec/groups");
        List<JsonNode> alerts = StreamSupport.stream(groups.spliterator(), false)
                .flatMap(group -> StreamSupport.stream(group.path("rules").spliterator(), false))
                .filter(rule -> rule.has("alert"))
                .toList();

        assertThat(alerts).hasSizeGreaterThanOrEqualTo(7).allSatisfy(alert -> {
            assertThat(alert.at("/labels/severity").asText()).isIn("critical", "warning");
            assertThat(alert.at("/annotations/summary").asText()).isNotBlank();
            assertThat(alert.at("/annotations/description").asText()).isNotBlank();
            String runbook = alert.at("/annotations/runbook_url").asText();
            assertThat(runbook).startsWith("docs/runbooks/");
            assertThat(Cluster.REPOSITORY.resolve(runbook)).exists();
        });
    }

    @Test
    void theAlertsFireWhenTheyShouldAndOnlyThen() {
        assumeThat(Files.isExecutable(Path.of("/usr/bin/promtool"))).isTrue();
        Tool.run(List.of(
                "promtool", "check", "rules", CHART.resolve("files/alerts.yaml").toString()));
        Tool.run(List.of(
                "promtool",
                "test",
                "rules",
                CHART.resolve("files/alerts-test.yaml").toString()));
    }

    private static List<JsonNode> withPrometheus() {
        return template(Stream.of("ServiceMonitor", "PodMonitor", "PrometheusRule")
                .flatMap(kind -> Stream.of("--api-versions", MONITORING + kind))
                .toArray(String[]::new));
    }

    private static List<JsonNode> template(String... flags) {
        try (var documents = YAML.readerFor(JsonNode.class).<JsonNode>readValues(Tool.run(command(flags)))) {
            return documents.readAll().stream()
                    .filter(document -> !document.isNull())
                    .toList();
        } catch (IOException e) {
            throw new AssertionError("helm template wrote no YAML", e);
        }
    }

    private static List<String> command(String... flags) {
        List<String> command = Cluster.command("helm", flags);
        command.addAll(1, List.of("template", Release.NAME, CHART.toString(), "--namespace", Release.NAMESPACE));
        return command;
    }

    private static JsonNode only(List<JsonNode> objects, String kind) {
        assertThat(objects)
                .filteredOn(object -> object.path("kind").asText().equals(kind))
                .hasSize(1);
        return objects.stream()
                .filter(object -> object.path("kind").asText().equals(kind))
                .findFirst()
                .orElseThrow();
    }
}
