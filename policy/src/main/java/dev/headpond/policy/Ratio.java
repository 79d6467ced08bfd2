package dev.headpond.policy;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Pattern;

/// A share of a whole, written in percent: `0.12%` is 0.0012.
///
/// @param value 0 to 1
public record Ratio(double value) {
    /// Also the CRD's pattern.
    public static final String PATTERN = "^[0-9]{1,3}(\\.[0-9]{1,6})?%$";

    private static final Pattern PERCENT = Pattern.compile(PATTERN);

    public Ratio {
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException("a ratio lies between 0% and 100%, not " + value);
        }
    }

    public static Optional<Ratio> parse(String text) {
        if (!PERCENT.matcher(text).matches()) {
            return Optional.empty();
        }
        double value = new BigDecimal(text.substring(0, text.length() - 1))
                .movePointLeft(2)
                .doubleValue();
        return value > 1 ? Optional.empty() : Optional.of(new Ratio(value));
    }

    /// `0.12%`, without an exponent or trailing zeros.
    public String percent() {
        return BigDecimal.valueOf(value).movePointRight(2).stripTrailingZeros().toPlainString() + "%";
    }
}
