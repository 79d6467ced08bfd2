package dev.headpond.operator.status;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/// Figures as they stand in status: two significant digits, so that a load that is steady to a person's eye is steady
/// in
/// status too and not written anew at each pass. Exact figures are in the pods' metrics.
final class Rounded {
    private static final MathContext TWO_DIGITS = new MathContext(2, RoundingMode.HALF_UP);

    private Rounded() {}

    /// Events, or events a second: 12 345 becomes 12 000.
    static long count(double value) {
        return number(value).longValue();
    }

    /// `0%`, `0.08%`, `12%`; below 0.01 % it is `0%`.
    static String percent(double percent) {
        return (percent < 0.01 ? "0" : number(percent).toPlainString()) + "%";
    }

    /// `0.8ms`, `3.2ms`, `120ms`.
    static String millis(double millis) {
        return (millis < 0.01 ? "0" : number(millis).toPlainString()) + "ms";
    }

    /// A factor near one, to two places: `1.02`.
    static String factor(double factor) {
        return plain(BigDecimal.valueOf(finite(factor)).setScale(2, RoundingMode.HALF_UP))
                .toPlainString();
    }

    private static BigDecimal number(double value) {
        return plain(BigDecimal.valueOf(finite(value)).round(TWO_DIGITS));
    }

    private static BigDecimal plain(BigDecimal value) {
        return value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
    }

    private static double finite(double value) {
        return Double.isFinite(value) ? value : 0;
    }
}
