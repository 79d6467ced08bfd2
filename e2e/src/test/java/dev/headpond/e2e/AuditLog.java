package dev.headpond.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/// The API server's audit log: one JSON line for each write request, in the order of answers.
record AuditLog(Path file) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /// Renewing a lease and telling an Event are no changes of what is desired or known.
    private static final Set<String> NO_CHANGE = Set.of("leases", "events");

    /// One write request.
    ///
    /// @param resource plural, with the subresource: `ingestionbuffers/status`
    record Write(String verb, String resource, String namespace, String name, int code) {
        private static Write of(JsonNode line) {
            JsonNode object = line.path("objectRef");
            String subresource = object.path("subresource").asText("");
            return new Write(
                    line.path("verb").asText(),
                    object.path("resource").asText() + (subresource.isEmpty() ? "" : "/" + subresource),
                    object.path("namespace").asText(),
                    object.path("name").asText(),
                    line.path("responseStatus").path("code").asInt());
        }
    }

    /// A mark behind all that is written by now, for [#writesSince].
    long position() {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// What `user` wrote since the mark, also in vain, but for leases and Events.
    List<Write> writesSince(long position, String user) {
        try (FileChannel channel = FileChannel.open(file).position(position)) {
            String text = new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
            return text.substring(0, text.lastIndexOf('\n') + 1)
                    .lines()
                    .map(AuditLog::parse)
                    .filter(line -> line.at("/user/username").asText().equals(user))
                    .map(Write::of)
                    .filter(write -> !NO_CHANGE.contains(write.resource()))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode parse(String line) {
        try {
            return JSON.readTree(line);
        } catch (IOException e) {
            throw new UncheckedIOException("not a line of an audit log: " + line, e);
        }
    }
}
