package dev.headpond.runtime;

import dev.headpond.policy.BufferPolicy.Acknowledge;
import dev.headpond.policy.Policy;
import dev.headpond.policy.PolicyReader;
import dev.headpond.policy.Reading;
import dev.headpond.policy.SinkPolicy.Cassandra;
import io.netty.util.internal.PlatformDependent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// All that can be wrong before anything is started.
final class Startup {
    private static final Path CGROUPS = Path.of("/sys/fs/cgroup");

    private Startup() {}

    sealed interface Checked {
        record Fit(Policy policy) implements Checked {}

        /// @param line field, value and bound in one line
        record Unfit(String line) implements Checked {}
    }

    static Checked check(String[] args) {
        if (args.length != 1) {
            return new Checked.Unfit("arguments: " + args.length + " must be one, the path of policy.json");
        }
        try {
            return switch (PolicyReader.parse(Files.readString(Path.of(args[0])))) {
                case Reading.Invalid<Policy> invalid -> new Checked.Unfit(invalid.line());
                case Reading.Valid<Policy>(var policy) ->
                    unsupported(policy)
                            .or(() -> memory(policy))
                            .<Checked>map(Checked.Unfit::new)
                            .orElseGet(() -> new Checked.Fit(policy));
            };
        } catch (IOException e) {
            return new Checked.Unfit("arguments: " + args[0] + " must be a readable file (" + e.getMessage() + ")");
        }
    }

    private static Optional<String> memory(Policy policy) {
        return MemoryCheck.problem(
                policy,
                Runtime.getRuntime().maxMemory(),
                PlatformDependent.maxDirectMemory(),
                MemoryCheck.containerLimit(CGROUPS));
    }

    /// What a policy may ask for and this version cannot do: refused, never half done.
    static Optional<String> unsupported(Policy policy) {
        if (policy.ingest().tlsSecret().isPresent()) {
            return Optional.of(
                    "ingest.tls: " + policy.ingest().tlsSecret().get() + " is not supported by this version");
        }
        if (policy.buffer().acknowledge() == Acknowledge.Journaled) {
            return Optional.of("buffer.acknowledge: Journaled is not supported by this version");
        }
        return policy.sink().target() instanceof Cassandra
                ? Optional.of("sink.cassandra: a Cassandra sink is not supported by this version")
                : Optional.empty();
    }
}
