package dev.headpond.operator.status;

import dev.headpond.crds.IngestionBuffer;
import dev.headpond.operator.apply.Writes;
import io.fabric8.kubernetes.api.model.MicroTime;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import io.fabric8.kubernetes.api.model.events.v1.EventBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes notices as Events of `events.k8s.io/v1`. The same notice about the same buffer is written once in ten
/// minutes,
/// however often a state comes and goes. An Event that cannot be written is lost: it must not stop a reconcile.
public final class Events {
    private static final Logger LOG = LoggerFactory.getLogger(Events.class);
    private static final Duration REPEAT_AFTER = Duration.ofMinutes(10);
    private static final int REMEMBERED_MAX = 1_000;
    private static final int NOTE_CHARS_MAX = 1_024;
    private static final DateTimeFormatter MICROS =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    private final KubernetesClient client;
    private final Writes writes;
    private final InstantSource clock;
    private final String instance;
    private final Map<String, Instant> recent = new LinkedHashMap<>();

    /// @param instance name of this process
    public Events(KubernetesClient client, Writes writes, InstantSource clock, String instance) {
        this.client = client;
        this.writes = writes;
        this.clock = clock;
        this.instance = instance.length() > 128 ? instance.substring(0, 128) : instance;
    }

    public void write(IngestionBuffer buffer, Notice notice) {
        if (!first(buffer.getMetadata().getUid() + notice)) {
            return;
        }
        try {
            client.resource(event(buffer, notice)).create();
            writes.count("Event", Writes.Kind.EVENT);
        } catch (KubernetesClientException e) {
            LOG.warn("The Event {} was not written: {}", notice.reason(), e.getMessage());
        }
    }

    private synchronized boolean first(String key) {
        var now = clock.instant();
        recent.values().removeIf(at -> at.plus(REPEAT_AFTER).isBefore(now));
        if (recent.size() >= REMEMBERED_MAX) {
            recent.remove(recent.keySet().iterator().next());
        }
        return recent.putIfAbsent(key, now) == null;
    }

    private Event event(IngestionBuffer buffer, Notice notice) {
        var of = buffer.getMetadata();
        var note = notice.note();
        return new EventBuilder()
                .withNewMetadata()
                .withGenerateName(of.getName() + "-")
                .withNamespace(of.getNamespace())
                .endMetadata()
                .withNewRegarding()
                .withApiVersion(buffer.getApiVersion())
                .withKind(buffer.getKind())
                .withName(of.getName())
                .withNamespace(of.getNamespace())
                .withUid(of.getUid())
                .endRegarding()
                .withEventTime(new MicroTime(MICROS.format(clock.instant())))
                .withType(notice.warning() ? "Warning" : "Normal")
                .withReason(notice.reason())
                .withAction(notice.action())
                .withNote(note.length() > NOTE_CHARS_MAX ? note.substring(0, NOTE_CHARS_MAX - 1) + "…" : note)
                .withReportingController("headpond.dev/operator")
                .withReportingInstance(instance)
                .build();
    }
}
