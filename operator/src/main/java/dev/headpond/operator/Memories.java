package dev.headpond.operator;

import dev.headpond.crds.IngestionBuffer;
import dev.headpond.crds.IngestionBufferStatus;
import dev.headpond.operator.decide.ScalingState;
import dev.headpond.operator.status.StatusReport;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;

/// What was last decided and written for each buffer. The informer's copy lags behind our own writes; a decision made
/// from a status of before the last step would be made twice. What a new leader needs stands in status.
final class Memories {
    /// Longest time that the informer is believed to lag: after it a status that differs was changed by somebody.
    static final Duration LAG_MAX = Duration.ofSeconds(10);

    private final Map<String, Memory> memories = new ConcurrentHashMap<>();

    /// @param uid of the buffer; another one of the same name starts anew
    /// @param replicas last asked for, or empty
    /// @param scaling what the decider must know
    /// @param status what stands there
    /// @param writtenAtMillis when we wrote it; 0 for never
    record Memory(
            String uid,
            OptionalInt replicas,
            ScalingState scaling,
            IngestionBufferStatus status,
            long writtenAtMillis) {
        Memory decided(int replicas, ScalingState scaling) {
            return new Memory(uid, OptionalInt.of(replicas), scaling, status, writtenAtMillis);
        }

        Memory wrote(IngestionBufferStatus status, long atMillis) {
            return new Memory(uid, replicas, scaling, status, atMillis);
        }
    }

    Memory of(IngestionBuffer buffer, long nowMillis) {
        var uid = buffer.getMetadata().getUid();
        var memory = memories.get(LoadTrigger.key(buffer));
        var seen = buffer.getStatus() == null ? IngestionBufferStatus.EMPTY : buffer.getStatus();
        if (memory == null || !memory.uid.equals(uid)) {
            return new Memory(uid, OptionalInt.empty(), StatusReport.memory(seen), seen, 0);
        }
        boolean lagging = nowMillis - memory.writtenAtMillis < LAG_MAX.toMillis();
        return lagging ? memory : new Memory(uid, memory.replicas, memory.scaling, seen, memory.writtenAtMillis);
    }

    void keep(IngestionBuffer buffer, Memory memory) {
        memories.put(LoadTrigger.key(buffer), memory);
    }

    void forget(String key) {
        memories.remove(key);
    }
}
