package dev.headpond.operator;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "dev.headpond.operator", importOptions = ImportOption.DoNotIncludeTests.class)
final class StructureTest {
    @ArchTest
    static final ArchRule decidingKnowsNoKubernetesNoClockAndNoSocket = noClasses()
            .that()
            .resideInAPackage("..operator.decide..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.fabric8..", "io.javaoperatorsdk..", "io.netty..", "java.net..", "java.time.zone..")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(java.time.Instant.class, "now");

    @ArchTest
    static final ArchRule desiredKnowsTheModelOnly = noClasses()
            .that()
            .resideInAPackage("..operator.desired..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.fabric8.kubernetes.client.dsl..", "io.javaoperatorsdk..", "java.net..")
            .orShould()
            .dependOnClassesThat()
            .haveSimpleName("KubernetesClient");

    @ArchTest
    static final ArchRule packagesFollowTheFlow = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("flow")
            .definedBy("dev.headpond.operator")
            .layer("telemetry")
            .definedBy("..operator.telemetry")
            .layer("status")
            .definedBy("..operator.status")
            .layer("apply")
            .definedBy("..operator.apply")
            .layer("desired")
            .definedBy("..operator.desired")
            .layer("observe")
            .definedBy("..operator.observe")
            .layer("decide")
            .definedBy("..operator.decide")
            .layer("resource")
            .definedBy("..operator.resource")
            .whereLayer("flow")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("telemetry")
            .mayOnlyBeAccessedByLayers("flow")
            .whereLayer("status")
            .mayOnlyBeAccessedByLayers("flow")
            .whereLayer("apply")
            .mayOnlyBeAccessedByLayers("flow", "status", "telemetry")
            .whereLayer("desired")
            .mayOnlyBeAccessedByLayers("flow")
            .whereLayer("observe")
            .mayOnlyBeAccessedByLayers("flow", "telemetry")
            .whereLayer("resource")
            .mayOnlyBeAccessedByLayers("flow", "desired");
}
