package dev.headpond.playground.apiserver;

import dev.headpond.playground.apiserver.kinds.Refusal;
import dev.headpond.playground.apiserver.store.Meta;
import dev.headpond.playground.apiserver.store.Resources;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// The `log` subresource of pods, with `follow` and `tailLines`.
final class LogStream {
    /// What `tailLines` looks at, from the end of the file.
    private static final int TAIL_BYTES_MAX = 1 << 20;

    private final Resources resources;
    private final PodLogs logs;
    private final Duration pollInterval;

    LogStream(Resources resources, PodLogs logs, Duration pollInterval) {
        this.resources = resources;
        this.logs = logs;
        this.pollInterval = pollInterval;
    }

    void serve(Call call, Target target, String name) throws IOException, InterruptedException {
        var pod = resources.get(target.type(), target.namespace(), name);
        var file = logs.find(pod).filter(Files::isReadable);
        if (file.isEmpty()) {
            throw Refusal.badRequest("the pod \"" + name + "\" has no log: it has not started yet");
        }
        var tail = call.number("tailLines");
        try (var in = open(file.get(), tail.isPresent());
                var out = call.stream("text/plain")) {
            if (tail.isPresent()) {
                tail(in, Math.toIntExact(tail.getAsLong()), out);
            }
            in.transferTo(out);
            while (call.isSet("follow") && isThere(target, name, Meta.of(pod).uid())) {
                out.flush();
                Thread.sleep(pollInterval);
                in.transferTo(out);
            }
        }
    }

    private static InputStream open(Path file, boolean isTail) throws IOException {
        var in = Files.newInputStream(file);
        if (isTail) {
            in.skipNBytes(Math.max(0, Files.size(file) - TAIL_BYTES_MAX));
        }
        return in;
    }

    private static void tail(InputStream in, int lines, OutputStream out) throws IOException {
        List<String> all =
                new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        for (var line : all.subList(Math.max(0, all.size() - lines), all.size())) {
            out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    private boolean isThere(Target target, String name, String uid) {
        return resources.store().isOpen()
                && resources.store().list(target.type().id(), target.namespace()).objects().stream()
                        .map(Meta::of)
                        .anyMatch(meta -> meta.name().equals(name) && meta.uid().equals(uid));
    }
}
