package dev.headpond.playground.apiserver;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/// Writes the file that kubectl and clients find a server by.
public final class Kubeconfig {
    private Kubeconfig() {}

    /// Replaces the file; its directory must exist.
    ///
    /// @param server as [ApiServer#uri] gives it
    public static void write(Path file, URI server) throws IOException {
        Files.writeString(file, """
                apiVersion: v1
                kind: Config
                current-context: playground
                clusters:
                  - name: playground
                    cluster:
                      server: %s
                contexts:
                  - name: playground
                    context:
                      cluster: playground
                      user: playground
                      namespace: default
                users:
                  - name: playground
                    user: {}
                """.formatted(server));
    }
}
