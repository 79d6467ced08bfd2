package dev.headpond.runtime.ring;

import dev.headpond.runtime.admission.EventSlices;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// A bounded byte ring outside of the heap, owned by the shard's thread.
///
/// Positions are byte counts since the start that only grow:
///
///     claimed ≥ published ≥ read ≥ delivered ≥ claimed - capacity
///
/// claimed: room is taken; published: the events stand in it whole; (journaled will stand here;) read: they were cut
/// into batches; delivered: they are settled and their room may be used again. What waits is a difference of positions.
///
/// The ring lies in pages of at most 1 GiB, because a ByteBuffer cannot be larger. A record never crosses the end of a
/// page: the rest is filled with a padding record. A ring of one page is a plain ring whose wrap is padded.
///
/// The memory is touched when the ring is made, so a pod that cannot have it fails at start and not under load.
/// Appending allocates nothing.
public final class EventRing implements AutoCloseable {
    // A record, aligned to 8 bytes; numbers in the machine's byte order:
    //
    //  0         4         8                 16
    //  +---------+---------+-----------------+-------------------+----------+
    //  | length  | kind    | acceptedNanos   | payload           | 0..7 pad |
    //  +---------+---------+-----------------+-------------------+----------+
    //
    // length: payload bytes of an event; all bytes of a padding record, which may end after 8.
    static final int LENGTH_AT = 0;
    static final int KIND_AT = 4;
    static final int ACCEPTED_AT = 8;
    static final int PAYLOAD_AT = 16;
    static final int ALIGNMENT = 8;
    /// Kinds are words that stray bytes are unlikely to spell, for the integrity check.
    static final int EVENT = 0x45564e54;

    static final int PADDING = 0x50414444;

    private static final long PAGE_BYTES_MAX = 1L << 30;

    private final Arena arena = Arena.ofShared();
    private final ByteBuffer[] pages;
    private final ByteBuffer[] readOnlyPages;
    private final long pageBytes;
    private final long capacityBytes;

    private long claimed;
    private long published;
    private long read;
    private long delivered;
    private long publishedEvents;
    private long publishedPayloadBytes;
    private long readEvents;
    private long readPayloadBytes;

    /// @param capacityBytes size; rounded down to whole pages of a multiple of 8 bytes
    public EventRing(long capacityBytes) {
        this(capacityBytes, PAGE_BYTES_MAX);
    }

    EventRing(long capacityBytes, long pageBytesMax) {
        int count = Math.toIntExact(Math.ceilDiv(capacityBytes, pageBytesMax));
        pageBytes = capacityBytes / count / ALIGNMENT * ALIGNMENT;
        this.capacityBytes = pageBytes * count;
        pages = new ByteBuffer[count];
        readOnlyPages = new ByteBuffer[count];
        var memory = arena.allocate(this.capacityBytes, ALIGNMENT);
        for (int i = 0; i < count; i++) {
            pages[i] = memory.asSlice(i * pageBytes, pageBytes).asByteBuffer().order(ByteOrder.nativeOrder());
            readOnlyPages[i] = pages[i].asReadOnlyBuffer();
        }
    }

    /// Ring bytes that these events would take, with headers and padding.
    public long claimBytes(EventSlices events) {
        long end = claimed;
        for (int i = 0; i < events.count(); i++) {
            int size = recordBytes(events.length(i));
            end = recordStart(end, size) + size;
        }
        return end - claimed;
    }

    /// Copies the events in. The caller has seen that [#claimBytes] fits.
    ///
    /// @return the position just behind the last of them
    public long append(EventSlices events, long acceptedNanos) {
        long start = claimed;
        long end = start + claimBytes(events);
        if (end - delivered > capacityBytes) {
            throw new IllegalStateException("no room for " + (end - start) + " bytes: " + this);
        }
        claimed = end;
        long at = start;
        for (int i = 0; i < events.count(); i++) {
            at = write(at, events.body(), events.offset(i), events.length(i), acceptedNanos);
        }
        assert at == end;
        published = end;
        publishedEvents += events.count();
        publishedPayloadBytes += events.bytes();
        return end;
    }

    private long write(long position, ByteBuffer body, int offset, int length, long acceptedNanos) {
        int size = recordBytes(length);
        long start = recordStart(position, size);
        if (start > position) {
            header(position, (int) (start - position), PADDING);
        }
        header(start, length, EVENT);
        var page = page(start);
        int at = offset(start);
        page.putLong(at + ACCEPTED_AT, acceptedNanos);
        page.put(at + PAYLOAD_AT, body, offset, length);
        return start + size;
    }

    private void header(long position, int length, int kind) {
        var page = page(position);
        int at = offset(position);
        page.putInt(at + LENGTH_AT, length);
        page.putInt(at + KIND_AT, kind);
    }

    /// Moves on over the next events, at least one and no more than the limits allow, and notes them in `into`.
    /// Nothing is unread: `into` stays empty.
    public void read(int eventsMax, long payloadBytesMax, RingBatch into) {
        long at = read;
        into.startAt(at);
        while (at < published && into.count() < eventsMax) {
            long start = skipPadding(at);
            int length = length(start);
            if (into.count() > 0 && into.payloadBytes() + length > payloadBytesMax) {
                break;
            }
            into.add(start, length);
            at = start + recordBytes(length);
        }
        read = at;
        readEvents += into.count();
        readPayloadBytes += into.payloadBytes();
    }

    /// The room before `position` may be used again.
    public void deliveredTo(long position) {
        if (position < delivered || position > read) {
            throw new IllegalStateException("delivered cannot move to " + position + ": " + this);
        }
        delivered = position;
    }

    /// A read-only view of the payload of the event that stands at `position`.
    public ByteBuffer payload(long position, int length) {
        return readOnlyPages[pageIndex(position)].slice(offset(position) + PAYLOAD_AT, length);
    }

    /// When the oldest unread event was accepted. There must be one.
    public long oldestUnreadNanos() {
        assert read < published;
        long start = skipPadding(read);
        return page(start).getLong(offset(start) + ACCEPTED_AT);
    }

    /// Ring bytes of an event with so much payload, without padding before it.
    public static int recordBytes(int payloadBytes) {
        return (PAYLOAD_AT + payloadBytes + ALIGNMENT - 1) & -ALIGNMENT;
    }

    /// Ring bytes of so many events with so much payload together, at most, without padding between them.
    public static long recordBytesMax(long events, long payloadBytes) {
        return payloadBytes + events * (PAYLOAD_AT + ALIGNMENT - 1);
    }

    public long claimed() {
        return claimed;
    }

    public long published() {
        return published;
    }

    public long readPosition() {
        return read;
    }

    public long delivered() {
        return delivered;
    }

    /// Ring bytes in use.
    public long depthBytes() {
        return claimed - delivered;
    }

    public long capacityBytes() {
        return capacityBytes;
    }

    public long publishedEvents() {
        return publishedEvents;
    }

    public long publishedPayloadBytes() {
        return publishedPayloadBytes;
    }

    public long unreadEvents() {
        return publishedEvents - readEvents;
    }

    public long unreadPayloadBytes() {
        return publishedPayloadBytes - readPayloadBytes;
    }

    /// Walks all records that are held and throws where one is not what it must be. For tests: it reads the whole ring.
    public void requireIntact() {
        requireOrdered();
        long at = delivered;
        long unread = 0;
        while (at < published) {
            if (at == read) {
                unread = 0;
            }
            int kind = page(at).getInt(offset(at) + KIND_AT);
            int length = length(at);
            if ((kind != EVENT && kind != PADDING) || length < 0 || length > pageBytes - at % pageBytes) {
                throw new IllegalStateException("no record at " + at + ": " + this);
            }
            unread += kind == EVENT ? 1 : 0;
            at += kind == EVENT ? recordBytes(length) : length;
        }
        if (at != published || (read < published && unread != unreadEvents())) {
            throw new IllegalStateException("records end at " + at + " with " + unread + " unread: " + this);
        }
    }

    /// Spoils the record at `position`, so that a test can see that the check sees it.
    void damage(long position) {
        header(position, -1, 0);
    }

    /// Throws unless the positions are in order.
    public void requireOrdered() {
        boolean ordered = claimed >= published && published >= read && read >= delivered;
        if (!ordered || claimed - delivered > capacityBytes) {
            throw new IllegalStateException("positions out of order: " + this);
        }
    }

    /// Frees the memory. Views of it can no longer be read.
    @Override
    public void close() {
        arena.close();
    }

    @Override
    public String toString() {
        return "ring[claimed " + claimed + ", published " + published + ", read " + read + ", delivered " + delivered
                + ", capacity " + capacityBytes + "]";
    }

    /// Where a record of `size` bytes begins that is to stand at or behind `position`.
    private long recordStart(long position, int size) {
        long left = pageBytes - position % pageBytes;
        return left < size ? position + left : position;
    }

    private long skipPadding(long position) {
        return page(position).getInt(offset(position) + KIND_AT) == PADDING ? position + length(position) : position;
    }

    private int length(long position) {
        return page(position).getInt(offset(position) + LENGTH_AT);
    }

    private ByteBuffer page(long position) {
        return pages[pageIndex(position)];
    }

    private int pageIndex(long position) {
        return (int) (position / pageBytes % pages.length);
    }

    private int offset(long position) {
        return (int) (position % pageBytes);
    }
}
