package dev.headpond.policy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// Sizes in bytes, written as Kubernetes quantities: `4Mi`, `256Ki`, `2G`, `1048576`.
public final class ByteSize {
    private static final Pattern QUANTITY = Pattern.compile("([0-9]{1,19}(?:\\.[0-9]{1,9})?)(|k|M|G|T|Ki|Mi|Gi|Ti)");
    private static final String[] BINARY = {"Ti", "Gi", "Mi", "Ki"};

    private static long factor(String unit) {
        return switch (unit) {
            case "k" -> 1_000L;
            case "M" -> 1_000_000L;
            case "G" -> 1_000_000_000L;
            case "T" -> 1_000_000_000_000L;
            case "Ki" -> 1L << 10;
            case "Mi" -> 1L << 20;
            case "Gi" -> 1L << 30;
            case "Ti" -> 1L << 40;
            default -> 1L;
        };
    }

    private ByteSize() {}

    /// The number of bytes (rounded up to a whole one), or empty where `text` is no quantity or over 2^63-1.
    public static OptionalLong parse(String text) {
        var m = QUANTITY.matcher(text.strip());
        if (!m.matches()) {
            return OptionalLong.empty();
        }
        var bytes = new BigDecimal(m.group(1))
                .multiply(BigDecimal.valueOf(factor(m.group(2))))
                .setScale(0, RoundingMode.CEILING)
                .toBigInteger();
        return bytes.compareTo(BigInteger.valueOf(Long.MAX_VALUE)) > 0
                ? OptionalLong.empty()
                : OptionalLong.of(bytes.longValue());
    }

    /// The shortest exact notation: `4Mi` for 4194304, `1000` for 1000.
    public static String format(long bytes) {
        for (var unit : BINARY) {
            long factor = factor(unit);
            if (bytes != 0 && bytes % factor == 0) {
                return bytes / factor + unit;
            }
        }
        return Long.toString(bytes);
    }
}
