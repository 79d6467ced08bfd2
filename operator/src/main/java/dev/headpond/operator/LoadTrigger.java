package dev.headpond.operator;

import dev.headpond.crds.IngestionBuffer;
import dev.headpond.operator.observe.LoadReader;
import dev.headpond.operator.telemetry.Progress;
import io.javaoperatorsdk.operator.processing.event.Event;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.AbstractEventSource;
import io.javaoperatorsdk.operator.processing.event.source.ResourceEventAware;
import java.util.Set;

/// Joins the reader of loads to the reconciler: a buffer that appears is read, one that is gone is forgotten, and each
/// round of reading asks for a pass.
///
/// It is told of a buffer's end by the informer. That is why buffers need no finalizer: all that Headpond makes is
/// removed by owner references, and a buffer can be deleted while no operator runs.
final class LoadTrigger extends AbstractEventSource<Void, IngestionBuffer>
        implements ResourceEventAware<IngestionBuffer> {
    private final LoadReader reader;
    private final BufferPods pods;
    private final Progress progress;
    private final Memories memories;

    LoadTrigger(LoadReader reader, BufferPods pods, Progress progress, Memories memories) {
        super(Void.class, "loads");
        this.reader = reader;
        this.pods = pods;
        this.progress = progress;
        this.memories = memories;
    }

    static String key(IngestionBuffer buffer) {
        return buffer.getMetadata().getNamespace() + "/" + buffer.getMetadata().getName();
    }

    /// Called by the reader after each round, on its thread: only enqueues.
    void sampled(String key) {
        int slash = key.indexOf('/');
        var handler = getEventHandler();
        if (handler != null && isRunning()) {
            progress.asked(key);
            handler.handleEvent(new Event(new ResourceID(key.substring(slash + 1), key.substring(0, slash))));
        }
    }

    @Override
    public void onResourceCreated(IngestionBuffer buffer) {
        reader.watch(key(buffer), () -> pods.addresses(buffer));
    }

    @Override
    public void onResourceDeleted(IngestionBuffer buffer) {
        reader.forget(key(buffer));
        memories.forget(key(buffer));
        progress.forget(key(buffer));
    }

    @Override
    public Set<Void> getSecondaryResources(IngestionBuffer buffer) {
        return Set.of();
    }
}
