package dev.headpond.runtime.ring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.headpond.runtime.admission.EventSlices;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class EventRingTest {
    private final EventSlices slices = new EventSlices();
    private final RingBatch batch = new RingBatch();

    private EventSlices request(byte[]... payloads) {
        var body = ByteBuffer.allocate(
                3 + Arrays.stream(payloads).mapToInt(p -> p.length).sum());
        slices.reset(body);
        int at = 3;
        for (var payload : payloads) {
            body.put(at, payload);
            slices.add(at, payload.length);
            at += payload.length;
        }
        return slices;
    }

    private static byte[] bytes(EventRing ring, RingBatch batch, int event) {
        var view = ring.payload(batch.position(event), batch.length(event));
        var bytes = new byte[view.remaining()];
        view.get(bytes);
        return bytes;
    }

    @Test
    void whatIsAppendedIsReadInOrderAndStaysUntilItIsDelivered() {
        try (var ring = new EventRing(1024)) {
            long end = ring.append(request("one".getBytes(UTF_8), "second".getBytes(UTF_8)), 7);
            assertThat(ring.unreadEvents()).isEqualTo(2);
            assertThat(ring.unreadPayloadBytes()).isEqualTo(9);
            assertThat(ring.oldestUnreadNanos()).isEqualTo(7);
            ring.read(10, 100, batch);
            assertThat(batch.count()).isEqualTo(2);
            assertThat(bytes(ring, batch, 1)).asString().isEqualTo("second");
            assertThat(ring.depthBytes()).isEqualTo(end).isEqualTo(48);
            ring.deliveredTo(end);
            assertThat(ring.depthBytes()).isZero();
        }
    }

    @Test
    void aReadEndsAtEitherLimitButTakesOneEventAtLeast() {
        try (var ring = new EventRing(1024)) {
            ring.append(request(new byte[10], new byte[10], new byte[10]), 0);
            ring.read(2, 1000, batch);
            assertThat(batch.count()).isEqualTo(2);
            ring.read(2, 5, batch);
            assertThat(batch.count()).isEqualTo(1);
            ring.read(2, 5, batch);
            assertThat(batch.count()).isZero();
        }
    }

    @Test
    void whatDoesNotFitIsRefusedAndChangesNothing() {
        try (var ring = new EventRing(64)) {
            ring.append(request(new byte[30]), 0);
            assertThatThrownBy(() -> ring.append(request(new byte[30]), 0)).hasMessageContaining("no room");
            assertThat(ring.claimed()).isEqualTo(48);
            ring.requireIntact();
        }
    }

    @Test
    void roomThatIsStillReadCannotBeGivenBackTwiceOrTooEarly() {
        try (var ring = new EventRing(1024)) {
            long end = ring.append(request(new byte[30]), 0);
            assertThatThrownBy(() -> ring.deliveredTo(end)).hasMessageContaining("delivered cannot move");
            ring.read(1, 100, batch);
            ring.deliveredTo(end);
            assertThatThrownBy(() -> ring.deliveredTo(end - 8)).hasMessageContaining("delivered cannot move");
        }
    }

    @Test
    void viewsCannotBeWrittenTo() {
        try (var ring = new EventRing(1024)) {
            ring.append(request(new byte[30]), 0);
            ring.read(1, 100, batch);
            assertThat(ring.payload(batch.position(0), 30).isReadOnly()).isTrue();
        }
    }

    @Test
    void theIntegrityCheckSeesADamagedRecord() {
        try (var ring = new EventRing(1024)) {
            ring.append(request(new byte[30], new byte[30]), 0);
            ring.requireIntact();
            ring.damage(48);
            assertThatThrownBy(ring::requireIntact).hasMessageContaining("no record at 48");
        }
    }

    @Test
    void appendingAllocatesNothing() {
        try (var ring = new EventRing(1 << 20)) {
            var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            var events = request(new byte[100], new byte[200], new byte[300]);
            cycle(ring, events, 20_000);
            long before = threads.getCurrentThreadAllocatedBytes();
            cycle(ring, events, 20_000);
            long allocated = threads.getCurrentThreadAllocatedBytes() - before;
            assertThat(allocated).isLessThan(20_000);
        }
    }

    private void cycle(EventRing ring, EventSlices events, int times) {
        for (int i = 0; i < times; i++) {
            long end = ring.append(events, i);
            ring.read(10, 1000, batch);
            ring.deliveredTo(end);
        }
    }

    /// Against a queue of byte arrays, over many wraps, rings of one page and of several.
    @Test
    void itAgreesWithAPlainQueue() {
        for (long seed = 1; seed <= 300; seed++) {
            try (var ring = new EventRing(600 + seed * 8, seed % 3 == 0 ? 512 : 1 << 20)) {
                compare(ring, new SplittableRandom(seed), seed);
            }
        }
    }

    private void compare(EventRing ring, SplittableRandom random, long seed) {
        var unread = new ArrayDeque<byte[]>();
        var undelivered = new ArrayDeque<Long>();
        for (int step = 0; step < 300; step++) {
            var where = "seed " + seed + ", step " + step;
            switch (random.nextInt(3)) {
                case 0 -> append(ring, random, unread);
                case 1 -> read(ring, random, unread, undelivered, where);
                default -> deliver(ring, random, undelivered);
            }
            assertThat(ring.unreadEvents()).as(where).isEqualTo(unread.size());
            assertThat(ring.unreadPayloadBytes())
                    .as(where)
                    .isEqualTo(unread.stream().mapToInt(p -> p.length).sum());
            ring.requireIntact();
        }
        assertThat(ring.claimed()).as("wrapped").isGreaterThan(2 * ring.capacityBytes());
    }

    private void append(EventRing ring, SplittableRandom random, ArrayDeque<byte[]> unread) {
        var payloads = new byte[1 + random.nextInt(4)][];
        for (int i = 0; i < payloads.length; i++) {
            payloads[i] = new byte[random.nextInt(random.nextInt(4) == 0 ? 180 : 20)];
            random.nextBytes(payloads[i]);
        }
        var events = request(payloads);
        if (ring.depthBytes() + ring.claimBytes(events) <= ring.capacityBytes()) {
            ring.append(events, 0);
            unread.addAll(Arrays.asList(payloads));
        }
    }

    private void read(
            EventRing ring,
            SplittableRandom random,
            ArrayDeque<byte[]> unread,
            ArrayDeque<Long> undelivered,
            String where) {
        ring.read(1 + random.nextInt(6), 1 + random.nextInt(200), batch);
        for (int i = 0; i < batch.count(); i++) {
            assertThat(bytes(ring, batch, i)).as(where).isEqualTo(unread.remove());
        }
        undelivered.add(ring.readPosition());
    }

    private static void deliver(EventRing ring, SplittableRandom random, ArrayDeque<Long> undelivered) {
        for (int i = random.nextInt(3); i > 0 && !undelivered.isEmpty(); i--) {
            ring.deliveredTo(undelivered.remove());
        }
    }
}
