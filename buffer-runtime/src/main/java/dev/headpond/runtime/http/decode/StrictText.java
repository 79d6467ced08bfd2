package dev.headpond.runtime.http.decode;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/// What a JSON parser lets through and a database or a consumer later chokes on: byte order marks, other encodings,
/// malformed UTF-8 (overlong forms, surrogates, more than U+10FFFF) and `\ud800` without its other half.
///
/// Eight bytes at a time while the text is ASCII without a backslash, which is nearly always.
final class StrictText {
    private static final VarHandle EIGHT_BYTES =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long LOW_BITS = 0x0101010101010101L;
    private static final long BACKSLASHES = LOW_BITS * '\\';

    private static final String BAD_UTF8 = "not valid UTF-8";
    private static final String LONE_SURROGATE = "a lone surrogate escape (half a character)";

    private StrictText() {}

    static @Nullable String problem(byte[] bytes, int from, int length) {
        if (hasByteOrderMark(bytes, from, length)) {
            return "starts with a byte order mark";
        }
        if (isWide(bytes, from, length)) {
            return "not UTF-8 (UTF-16 or UTF-32?)";
        }
        return scan(bytes, from, from + length);
    }

    static boolean hasByteOrderMark(byte[] bytes, int from, int length) {
        return length >= 3
                && bytes[from] == (byte) 0xEF
                && bytes[from + 1] == (byte) 0xBB
                && bytes[from + 2] == (byte) 0xBF;
    }

    /// A parser guesses the encoding from zero bytes among the first four; JSON in UTF-8 has none anywhere.
    private static boolean isWide(byte[] bytes, int from, int length) {
        for (int i = from; i < from + Math.min(4, length); i++) {
            if (bytes[i] == 0) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable String scan(byte[] bytes, int from, int end) {
        int i = from;
        while (i < end) {
            if (i + Long.BYTES <= end && isPlain((long) EIGHT_BYTES.get(bytes, i))) {
                i += Long.BYTES;
                continue;
            }
            byte b = bytes[i];
            if (b == '\\') {
                int next = afterEscape(bytes, i, end);
                if (next < 0) {
                    return LONE_SURROGATE;
                }
                i = next;
            } else if (b >= 0) {
                i++;
            } else {
                int width = sequenceWidth(bytes, i, end);
                if (width == 0) {
                    return BAD_UTF8;
                }
                i += width;
            }
        }
        return null;
    }

    /// No byte over 127 and no backslash. The zero-byte trick may answer no too often, never too seldom.
    private static boolean isPlain(long word) {
        long x = word ^ BACKSLASHES;
        return ((word | ((x - LOW_BITS) & ~x)) & HIGH_BITS) == 0;
    }

    /// Index behind the escape at `i`, or -1 for half a surrogate pair. Malformed escapes are left to the parser.
    private static int afterEscape(byte[] bytes, int i, int end) {
        int unit = escapedUnit(bytes, i, end);
        if (unit < 0) {
            return i + 2;
        }
        if (Character.isHighSurrogate((char) unit)) {
            int low = escapedUnit(bytes, i + 6, end);
            return low >= 0 && Character.isLowSurrogate((char) low) ? i + 12 : -1;
        }
        return Character.isLowSurrogate((char) unit) ? -1 : i + 6;
    }

    /// The value of `\\uXXXX` at `i`, or -1 where there is none.
    private static int escapedUnit(byte[] bytes, int i, int end) {
        if (i + 6 > end || bytes[i] != '\\' || bytes[i + 1] != 'u') {
            return -1;
        }
        int value = 0;
        for (int k = i + 2; k < i + 6; k++) {
            int digit = Character.digit(bytes[k], 16);
            if (digit < 0) {
                return -1;
            }
            value = value << 4 | digit;
        }
        return value;
    }

    /// Length of the well-formed sequence at `i` (Unicode, table 3-7), 0 where there is none.
    private static int sequenceWidth(byte[] bytes, int i, int end) {
        int lead = bytes[i] & 0xFF;
        if (lead >= 0xC2 && lead <= 0xDF) {
            return isTail(bytes, i + 1, end, 0x80, 0xBF) ? 2 : 0;
        }
        if (lead >= 0xE0 && lead <= 0xEF) {
            int min = lead == 0xE0 ? 0xA0 : 0x80;
            int max = lead == 0xED ? 0x9F : 0xBF;
            return isTail(bytes, i + 1, end, min, max) && isTail(bytes, i + 2, end, 0x80, 0xBF) ? 3 : 0;
        }
        if (lead >= 0xF0 && lead <= 0xF4) {
            int min = lead == 0xF0 ? 0x90 : 0x80;
            int max = lead == 0xF4 ? 0x8F : 0xBF;
            boolean whole = isTail(bytes, i + 1, end, min, max)
                    && isTail(bytes, i + 2, end, 0x80, 0xBF)
                    && isTail(bytes, i + 3, end, 0x80, 0xBF);
            return whole ? 4 : 0;
        }
        return 0;
    }

    private static boolean isTail(byte[] bytes, int i, int end, int min, int max) {
        return i < end && (bytes[i] & 0xFF) >= min && (bytes[i] & 0xFF) <= max;
    }
}
