package dev.headpond.crds;

import io.fabric8.crdv2.generator.CRDGenerator;
import org.junit.jupiter.api.Test;

class CrdTest {
    @Test
    void raw() {
        var out = new CRDGenerator()
                .customResourceClasses(IngestionBufferSchema.class)
                .forCRDVersions("v1")
                .inOutputDir(new java.io.File("target/raw"));
        new java.io.File("target/raw").mkdirs();
        out.generate();
    }
}
