package dev.headpond.runtime;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.InstantSource;

/// The rules that make the flow readable and the deciding parts testable.
@AnalyzeClasses(packages = "dev.headpond.runtime", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule whatDecidesKnowsNoNetworkDiskOrClient = noClasses()
            .that()
            .resideInAnyPackage("..runtime.admission..", "..runtime.delivery..", "..runtime.ring..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.netty..", "io.lettuce..", "io.micrometer..", "java.net..", "java.nio.file..", "java.io..");

    @ArchTest
    static final ArchRule whatDecidesReadsNoClock = noClasses()
            .that()
            .resideInAnyPackage("..runtime.admission..", "..runtime.delivery..", "..runtime.ring..")
            .should()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Clock.class)
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(InstantSource.class);

    @ArchTest
    static final ArchRule decodingKnowsNoNetwork = noClasses()
            .that()
            .resideInAPackage("..runtime.http.decode..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.netty..", "java.net.http..");

    @ArchTest
    static final ArchRule onlyTheDoorAndTheSinkTouchTheirLibraries = noClasses()
            .that()
            .resideOutsideOfPackages("..runtime.sink.redis..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.lettuce..");

    /// An event passes http → admission → ring → delivery → sink. Each knows only what comes behind it; telemetry looks
    /// on from the side.
    @ArchTest
    static final ArchRule packagesFollowTheFlow = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("process")
            .definedBy("dev.headpond.runtime")
            .layer("telemetry")
            .definedBy("dev.headpond.runtime.telemetry")
            .layer("http")
            .definedBy("dev.headpond.runtime.http..")
            .layer("admission")
            .definedBy("dev.headpond.runtime.admission")
            .layer("ring")
            .definedBy("dev.headpond.runtime.ring")
            .layer("delivery")
            .definedBy("dev.headpond.runtime.delivery")
            .layer("redis")
            .definedBy("dev.headpond.runtime.sink.redis")
            .layer("sink")
            .definedBy("dev.headpond.runtime.sink")
            .whereLayer("process")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("telemetry")
            .mayOnlyBeAccessedByLayers("process")
            .whereLayer("http")
            .mayOnlyBeAccessedByLayers("process", "telemetry")
            .whereLayer("admission")
            .mayOnlyBeAccessedByLayers("process", "http", "ring", "delivery")
            .whereLayer("ring")
            .mayOnlyBeAccessedByLayers("process", "delivery")
            .whereLayer("delivery")
            .mayOnlyBeAccessedByLayers("process", "telemetry", "redis")
            .whereLayer("redis")
            .mayOnlyBeAccessedByLayers("process");
}
