package dev.headpond.crds;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class CrdTest {
    /// Client-side apply keeps the object in an annotation of at most 256 KiB; we want to stay far from that.
    private static final int BYTES_MAX = 96 << 10;

    @BeforeAll
    static void update() throws IOException {
        if (System.getProperty("update") != null) {
            Files.writeString(CrdGeneration.FILE, CrdGeneration.yaml());
        }
    }

    @Test
    void theCheckedInCrdIsTheOneThatTheTypesGive() {
        assertThat(CrdGeneration.FILE)
                .as("differs from the types; see its first lines for how to make it anew")
                .hasContent(CrdGeneration.yaml());
    }

    @Test
    void itStaysFarBelowTheSizeThatBreaksClientSideApply() throws IOException {
        assertThat(Files.size(CrdGeneration.FILE)).isLessThan(BYTES_MAX);
    }
}
