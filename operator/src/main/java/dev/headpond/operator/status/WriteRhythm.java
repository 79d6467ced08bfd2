package dev.headpond.operator.status;

import dev.headpond.crds.IngestionBufferStatus;
import dev.headpond.crds.IngestionBufferStatus.Scaling;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// When a status is worth a write: at once when something happened, at most every five seconds when only figures moved,
/// and never when it is the same.
public final class WriteRhythm {
    static final Duration FIGURES_MIN_DISTANCE = Duration.ofSeconds(5);

    private WriteRhythm() {}

    /// @param next what should stand there
    /// @param standing what stands there
    /// @param sinceLast time since the last write
    /// @return zero to write now, how long to wait, or null where there is nothing to write
    public static @Nullable Duration delay(
            IngestionBufferStatus next, IngestionBufferStatus standing, Duration sinceLast) {
        if (next.equals(standing)) {
            return null;
        }
        if (!withoutFigures(next).equals(withoutFigures(standing))) {
            return Duration.ZERO;
        }
        var left = FIGURES_MIN_DISTANCE.minus(sinceLast);
        return left.isPositive() ? left : Duration.ZERO;
    }

    private static IngestionBufferStatus withoutFigures(IngestionBufferStatus s) {
        return new IngestionBufferStatus(
                s.observedGeneration(),
                s.replicas(),
                s.readyReplicas(),
                s.selector(),
                s.endpoint(),
                s.policyHash(),
                s.effective(),
                null,
                s.scaling() == null ? null : withoutFigures(s.scaling()),
                s.conditions());
    }

    private static Scaling withoutFigures(Scaling s) {
        return new Scaling(
                s.desired(),
                null,
                s.diagnosis(),
                s.reason(),
                null,
                s.lastDecision(),
                s.history(),
                s.sinkCeiling(),
                null,
                null,
                null);
    }
}
