package dev.headpond.runtime.http.decode;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Searches in byte arrays that framing needs.
final class Bytes {
    /// Little-endian, so that the lowest set bit belongs to the first byte.
    private static final VarHandle EIGHT_BYTES =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long LOW_BITS = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;

    private Bytes() {}

    /// Index of the first `wanted` at or behind `from`, or `end`. Eight bytes at a time.
    static int indexOf(byte[] bytes, int from, int end, byte wanted) {
        long pattern = LOW_BITS * (wanted & 0xFF);
        int i = from;
        for (; i + Long.BYTES <= end; i += Long.BYTES) {
            long x = (long) EIGHT_BYTES.get(bytes, i) ^ pattern;
            long zeros = (x - LOW_BITS) & ~x & HIGH_BITS;
            if (zeros != 0) {
                return i + (Long.numberOfTrailingZeros(zeros) >>> 3);
            }
        }
        while (i < end && bytes[i] != wanted) {
            i++;
        }
        return i;
    }

    /// Index of the quote that ends a string, or the last index where none does.
    static int closingQuote(byte[] bytes, int from, int end) {
        int i = from;
        while (i < end && bytes[i] != '"') {
            i += bytes[i] == '\\' ? 2 : 1;
        }
        return Math.min(i, end - 1);
    }

    /// Index of the first byte at or behind `from` that is no JSON white space, or `end`.
    static int skipSpace(byte[] bytes, int from, int end) {
        int i = from;
        while (i < end && isSpace(bytes[i])) {
            i++;
        }
        return i;
    }

    /// Index behind the last byte before `end` that is no JSON white space, at least `from`.
    static int trimSpace(byte[] bytes, int from, int end) {
        int i = end;
        while (i > from && isSpace(bytes[i - 1])) {
            i--;
        }
        return i;
    }

    private static boolean isSpace(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }
}
