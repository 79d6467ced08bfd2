package dev.headpond.playground;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The page of guarantees names the test that holds each promise. A test that was renamed or deleted must not leave a
/// promise that nothing holds. This module is the last one of the build, so it sees the tests of all others.
class GuaranteesTest {
    private static final Pattern NAMED_TEST = Pattern.compile("`([A-Z][A-Za-z]*Test)\\.([a-zA-Z0-9]+)`");
    private static final List<String> MODULES =
            List.of("policy", "crds", "buffer-runtime", "operator", "playground", "e2e");

    private final Path root = Path.of("").toAbsolutePath().getParent();

    @Test
    void everyPromiseIsHeldByATestThatExists() throws IOException {
        var page = Files.readString(root.resolve("docs/guarantees.md"));
        var missing = new TreeSet<String>();
        int named = 0;
        for (var m = NAMED_TEST.matcher(page); m.find(); named++) {
            if (!exists(m.group(1), m.group(2))) {
                missing.add(m.group());
            }
        }
        assertThat(missing).isEmpty();
        assertThat(named).isGreaterThan(30);
    }

    @Test
    void everyRowOfATableNamesATest() throws IOException {
        var rows = Files.readAllLines(root.resolve("docs/guarantees.md")).stream()
                .filter(line -> line.startsWith("|") && !line.startsWith("|---") && !line.startsWith("| promise"))
                .toList();
        assertThat(rows).allMatch(row -> NAMED_TEST.matcher(row).find());
    }

    private boolean exists(String type, String method) {
        return MODULES.stream()
                .map(module -> root.resolve(module).resolve("src/test/java"))
                .filter(Files::isDirectory)
                .anyMatch(tests -> declares(tests, type + ".java", "void " + method + "("));
    }

    private static boolean declares(Path tests, String file, String method) {
        try (var files = Files.walk(tests)) {
            for (var path : files.filter(p -> p.endsWith(file)).toList()) {
                if (Files.readString(path).contains(method)) {
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
