package dev.headpond.runtime;

import dev.headpond.policy.Policy;
import dev.headpond.runtime.http.Door;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Whether what this policy may take fits into the container: asked once, before the ring is made, because the
/// alternative is the kernel's answer under load.
final class MemoryCheck {
    /// Code, class data, thread stacks, the collector's tables.
    private static final long JVM_BYTES = 96L << 20;
    /// Read and write buffers of sockets, and the allocator's slack.
    private static final long NETWORK_BYTES = 32L << 20;
    /// Version 1 writes a number near 2^63 for "no limit".
    private static final long NO_LIMIT = 1L << 60;

    private static final List<String> LIMIT_FILES = List.of("memory.max", "memory/memory.limit_in_bytes");

    private MemoryCheck() {}

    /// The container's limit in bytes, by version 2 or 1 of control groups; empty where there is none.
    static OptionalLong containerLimit(Path cgroups) {
        for (var name : LIMIT_FILES) {
            try {
                var text = Files.readString(cgroups.resolve(name)).strip();
                long limit = text.equals("max") ? NO_LIMIT : Long.parseLong(text);
                return limit >= NO_LIMIT ? OptionalLong.empty() : OptionalLong.of(limit);
            } catch (IOException | NumberFormatException _) {
                // not this version; no limit is known if it is the other neither
            }
        }
        return OptionalLong.empty();
    }

    /// Bytes of network buffers: bodies on their way in, batches on their way out, sockets.
    static long directBytes(Policy policy) {
        long batches = 2L * policy.sink().lanes() * policy.batch().maxBytes();
        return Door.bodiesBytesMax(policy.ingest()) + batches + NETWORK_BYTES;
    }

    /// One line that says what does not fit, or empty.
    static Optional<String> problem(Policy policy, long heapBytes, long directMax, OptionalLong limit) {
        long direct = directBytes(policy);
        if (direct > directMax) {
            return Optional.of("ingest.maxRequestBytes, batch.maxBytes, sink.lanes: network buffers may take "
                    + mebibytes(direct) + ", over the " + mebibytes(directMax) + " of -XX:MaxDirectMemorySize");
        }
        long ring = policy.buffer().capacity();
        long sum = ring + direct + heapBytes + JVM_BYTES;
        return limit.isEmpty() || sum <= limit.getAsLong()
                ? Optional.empty()
                : Optional.of(
                        "buffer.capacity: ring " + mebibytes(ring) + " + network " + mebibytes(direct) + " + heap "
                                + mebibytes(heapBytes) + " + JVM " + mebibytes(JVM_BYTES) + " = " + mebibytes(sum)
                                + " must not be over the container's memory limit of " + mebibytes(limit.getAsLong()));
    }

    private static String mebibytes(long bytes) {
        return Math.ceilDiv(bytes, 1L << 20) + "Mi";
    }
}
