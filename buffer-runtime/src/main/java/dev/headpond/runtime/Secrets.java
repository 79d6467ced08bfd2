package dev.headpond.runtime;

import dev.headpond.policy.SecretKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Secrets as files, `<directory>/<name>/<key>`, read by a thread of their own: the kubelet changes them behind a
/// symbolic link while we run, and the shard's thread must not wait for a disk.
final class Secrets implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Secrets.class);
    private static final long READ_EVERY_SECONDS = 5;

    private final Path directory;
    private final List<Secret> secrets = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService reader = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("headpond-secrets").daemon().factory());

    Secrets(Path directory) {
        this.directory = directory;
        var _ = reader.scheduleWithFixedDelay(
                () -> secrets.forEach(Secret::read), READ_EVERY_SECONDS, READ_EVERY_SECONDS, TimeUnit.SECONDS);
    }

    /// The value as it is now, without a line end; empty while it cannot be read. The supplier never blocks.
    Supplier<byte[]> value(SecretKey key) {
        var secret = new Secret(directory.resolve(key.name()).resolve(key.key()));
        secret.read();
        secrets.add(secret);
        return () -> secret.bytes;
    }

    private static final class Secret {
        private final Path file;
        volatile byte[] bytes = {};
        private boolean isMissing;

        Secret(Path file) {
            this.file = file;
        }

        void read() {
            try {
                bytes = Files.readString(file).stripTrailing().getBytes(StandardCharsets.UTF_8);
                isMissing = false;
            } catch (IOException e) {
                if (!isMissing) {
                    LOG.warn("The secret {} cannot be read; its last value stays in use: {}", file, e.toString());
                    isMissing = true;
                }
            }
        }
    }

    @Override
    public void close() {
        reader.shutdownNow();
    }
}
