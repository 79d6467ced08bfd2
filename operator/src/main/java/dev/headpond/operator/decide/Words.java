package dev.headpond.operator.decide;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;

/// Figures as a person reads them: two significant digits, so that noise does not make a new message
/// each time.
final class Words {
    private static final MathContext TWO_DIGITS = new MathContext(2, RoundingMode.HALF_UP);

    private Words() {}

    /// `28 000`
    static String count(double value) {
        return grouped(rounded(value));
    }

    /// `57 %`, `0.12 %`
    static String percent(double ratio) {
        return grouped(rounded(ratio * 100)) + " %";
    }

    /// `84 ms`
    static String millis(double value) {
        return grouped(rounded(value)) + " ms";
    }

    /// `1 pod`, `3 pods`
    static String pods(int pods) {
        return pods == 1 ? "1 pod" : grouped(BigDecimal.valueOf(pods)) + " pods";
    }

    static double rounded(double value, int digits) {
        return new BigDecimal(value)
                .round(new MathContext(digits, RoundingMode.HALF_UP))
                .doubleValue();
    }

    private static BigDecimal rounded(double value) {
        return BigDecimal.valueOf(value).round(TWO_DIGITS);
    }

    private static String grouped(BigDecimal value) {
        var symbols = DecimalFormatSymbols.getInstance(Locale.ROOT);
        symbols.setGroupingSeparator(' ');
        return new DecimalFormat("#,##0.######", symbols).format(value);
    }
}
