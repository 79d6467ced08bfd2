package dev.headpond.runtime.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.jspecify.annotations.Nullable;

/// A request's body as it arrives: one contiguous pooled buffer, allocated exactly when the length is declared,
/// growing otherwise. A body that comes in one piece is not copied.
final class Body {
    enum Added {
        YES,
        TOO_LARGE,
        NO_BUDGET
    }

    private static final int FIRST_CAPACITY = 16 << 10;

    private final ByteBufAllocator buffers;
    private final BodyBudget budget;
    private final long bytesMax;
    private final long declared;
    private @Nullable ByteBuf bytes;
    private long reserved;

    /// @param declared Content-Length, or -1
    Body(ByteBufAllocator buffers, BodyBudget budget, long bytesMax, long declared) {
        this.buffers = buffers;
        this.budget = budget;
        this.bytesMax = bytesMax;
        this.declared = declared;
    }

    /// @param isLast nothing follows
    Added add(ByteBuf part, boolean isLast) {
        int length = part.readableBytes();
        if (length == 0) {
            return Added.YES;
        }
        if (bytes == null && isLast) {
            bytes = part.retain();
            return length > bytesMax ? Added.TOO_LARGE : Added.YES;
        }
        int held = bytes == null ? 0 : bytes.readableBytes();
        if (held + (long) length > bytesMax) {
            return Added.TOO_LARGE;
        }
        if (!ensureRoom(held + length)) {
            return Added.NO_BUDGET;
        }
        buffer().writeBytes(part, part.readerIndex(), length);
        return Added.YES;
    }

    /// Grows by doubling, so that a body of n bytes is copied at most twice.
    private boolean ensureRoom(int length) {
        int capacity = bytes == null ? 0 : bytes.capacity();
        if (length <= capacity) {
            return true;
        }
        long wanted = declared >= length ? declared : Math.clamp(2L * length, FIRST_CAPACITY, bytesMax);
        if (!budget.reserve(wanted - capacity)) {
            return false;
        }
        reserved += wanted - capacity;
        if (bytes == null) {
            bytes = buffers.directBuffer((int) wanted, (int) bytesMax);
        } else {
            bytes.capacity((int) wanted);
        }
        return true;
    }

    private ByteBuf buffer() {
        if (bytes == null) {
            throw new IllegalStateException("no room was made");
        }
        return bytes;
    }

    int length() {
        return bytes == null ? 0 : bytes.readableBytes();
    }

    /// Copies all of it to the start of `target`.
    void copyTo(byte[] target) {
        if (bytes != null) {
            bytes.getBytes(bytes.readerIndex(), target, 0, bytes.readableBytes());
        }
    }

    void release() {
        if (bytes != null) {
            bytes.release();
            bytes = null;
        }
        budget.release(reserved);
        reserved = 0;
    }
}
