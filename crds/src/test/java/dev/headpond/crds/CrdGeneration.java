package dev.headpond.crds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.crdv2.generator.CRDGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/// Makes the CRD: Fabric8's generator reads the types, and what it has no words for is added here.
final class CrdGeneration {
    /// Where it is checked in, from the directory of this module.
    static final Path FILE = Path.of("src/main/resources" + IngestionBuffer.CRD_RESOURCE);

    private static final YAMLMapper YAML = YAMLMapper.builder()
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .disable(YAMLGenerator.Feature.SPLIT_LINES)
            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
            .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
            .build();

    private CrdGeneration() {}

    static String yaml() {
        try {
            var crd = (ObjectNode) YAML.readTree(generated());
            var version = (ObjectNode) crd.at("/spec/versions/0");
            var root = new Schema((ObjectNode) version.at("/schema/openAPIV3Schema"));
            root.put(
                            "description",
                            "An IngestionBuffer takes events over HTTP, holds them and writes them to a database in"
                                    + " batches, at a pace that the database can bear.")
                    .required("spec");
            root.at("spec").put("description", "What is wanted. Every field but sink has a default.");
            root.at("status").put("description", "What is there. Written by Headpond alone.");
            SchemaBounds.addTo(root.at("spec"));
            SchemaRules.addTo(root);
            StatusSchema.addTo(root.at("status"), version);
            return "# Made by CrdTest from the types of this module; do not edit. To make it anew:\n"
                    + "# ./mvnw -pl crds -am test -Dtest=CrdTest -Dsurefire.failIfNoSpecifiedTests=false -Dupdate\n"
                    + YAML.writeValueAsString(crd);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] generated() {
        var yaml = new ByteArrayOutputStream();
        new CRDGenerator()
                .customResourceClasses(IngestionBufferSchema.class)
                .forCRDVersions("v1")
                .withOutput(new Memory(yaml))
                .generate();
        return yaml.toByteArray();
    }

    private record Memory(ByteArrayOutputStream yaml) implements CRDGenerator.CRDOutput<ByteArrayOutputStream> {
        @Override
        public ByteArrayOutputStream outputFor(String crdName) {
            return yaml;
        }

        @Override
        public void close() {}
    }
}
