package dev.headpond.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headpond.policy.Policy;
import dev.headpond.policy.PolicyReader;
import dev.headpond.policy.Reading;
import dev.headpond.runtime.Startup.Checked;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StartupTest {
    private static final long MEBIBYTE = 1L << 20;

    @TempDir
    Path directory;

    private static String policyJson(String sections) {
        return "{\"name\":\"shop/orders\"," + sections
                + "\"sink\":{\"redis\":{\"uri\":\"redis://redis:6379\",\"stream\":\"orders\"}}}";
    }

    private static Policy policy(String sections) {
        return switch (PolicyReader.parse(policyJson(sections))) {
            case Reading.Valid<Policy>(var policy) -> policy;
            case Reading.Invalid<Policy> invalid -> throw new AssertionError(invalid.line());
        };
    }

    private String refusal(String json) throws IOException {
        var file = Files.writeString(directory.resolve("policy.json"), json);
        return switch (Startup.check(new String[] {file.toString()})) {
            case Checked.Unfit(var line) -> line;
            case Checked.Fit _ -> "";
        };
    }

    @Test
    void aPolicyAloneIsEnough() throws IOException {
        assertThat(refusal(policyJson(""))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
        "batch": {"maxEvents": 5000},                | batch.maxEvents: 5000 must be 1..1000 events
        "ingest": {"tls": {"secretName": "t"}},      | ingest.tls: t is not supported by this version
        "buffer": {"acknowledge": "Journaled", "journal": {"size": "1Gi"}}, | buffer.acknowledge: Journaled is not supported
        """)
    void whatCannotBeDoneIsOneLine(String section, String line) throws IOException {
        assertThat(refusal(policyJson(section))).startsWith(line).doesNotContain("\n");
    }

    @Test
    void aCassandraSinkIsRefused() throws IOException {
        assertThat(refusal("""
                {"name":"shop/orders","sink":{"cassandra":{"contactPoints":["c:9042"],"localDatacenter":"dc1",
                 "keyspace":"shop","table":"orders"}}}""")).startsWith("sink.cassandra: ");
    }

    @Test
    void theArgumentIsOneReadableFile() {
        assertThat(Startup.check(new String[0]))
                .isInstanceOfSatisfying(
                        Checked.Unfit.class,
                        u -> assertThat(u.line()).contains("must be one, the path of policy.json"));
        assertThat(Startup.check(new String[] {directory.resolve("none").toString()}))
                .isInstanceOfSatisfying(
                        Checked.Unfit.class, u -> assertThat(u.line()).contains("readable file"));
    }

    @Test
    void theDefaultFitsIntoHalfAGibibyte() {
        var policy = policy("");
        assertThat(MemoryCheck.problem(policy, 128 * MEBIBYTE, 512 * MEBIBYTE, OptionalLong.of(512 * MEBIBYTE)))
                .isEmpty();
        assertThat(MemoryCheck.problem(policy, 128 * MEBIBYTE, 512 * MEBIBYTE, OptionalLong.of(384 * MEBIBYTE)))
                .hasValueSatisfying(line -> assertThat(line)
                        .contains("ring 128Mi + network 80Mi + heap 128Mi + JVM 96Mi = 432Mi", "limit of 384Mi"));
        assertThat(MemoryCheck.problem(policy, 128 * MEBIBYTE, 64 * MEBIBYTE, OptionalLong.empty()))
                .hasValueSatisfying(line -> assertThat(line).contains("80Mi", "64Mi of -XX:MaxDirectMemorySize"));
        assertThat(MemoryCheck.problem(policy, 8 << 30, 512 * MEBIBYTE, OptionalLong.empty()))
                .isEmpty();
    }

    @Test
    void theContainersLimitIsReadFromBothVersions() throws IOException {
        assertThat(MemoryCheck.containerLimit(directory)).isEmpty();
        var v1 = Files.createDirectory(directory.resolve("memory")).resolve("memory.limit_in_bytes");
        Files.writeString(v1, "1073741824\n");
        assertThat(MemoryCheck.containerLimit(directory)).hasValue(1L << 30);
        Files.writeString(v1, "9223372036854771712\n");
        assertThat(MemoryCheck.containerLimit(directory)).isEmpty();
        Files.writeString(directory.resolve("memory.max"), "536870912\n");
        assertThat(MemoryCheck.containerLimit(directory)).hasValue(512L << 20);
        Files.writeString(directory.resolve("memory.max"), "max\n");
        assertThat(MemoryCheck.containerLimit(directory)).isEmpty();
    }
}
