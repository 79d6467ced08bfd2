package dev.headpond.operator;

import dev.headpond.crds.IngestionBuffer;
import dev.headpond.operator.resource.Declaration;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Which changes of a buffer ask for a pass: another spec, the pause, the begin of its end. Not our own status, and not
/// the many annotations of other tools.
final class Changes {
    private Changes() {}

    static boolean matter(IngestionBuffer now, IngestionBuffer before) {
        var newer = now.getMetadata();
        var older = before.getMetadata();
        return !Objects.equals(newer.getUid(), older.getUid())
                || !Objects.equals(newer.getGeneration(), older.getGeneration())
                || !now.getSpec().equals(before.getSpec())
                || !Objects.equals(paused(newer), paused(older))
                || !Objects.equals(newer.getDeletionTimestamp(), older.getDeletionTimestamp());
    }

    private static @Nullable String paused(ObjectMeta metadata) {
        var annotations = metadata.getAnnotations();
        return annotations == null ? null : annotations.get(Declaration.PAUSED);
    }
}
