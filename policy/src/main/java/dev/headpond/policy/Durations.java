package dev.headpond.policy;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/// Durations in Go's notation, as Kubernetes writes them: `5ms`, `2s`, `1m30s`, `1h`.
public final class Durations {
    /// Also the CRD's pattern, so that the API server and the operator agree on what a duration is.
    public static final String PATTERN = "^([0-9]{1,12}(\\.[0-9]{1,9})?(us|ms|s|m|h)){1,4}$";

    private static final Pattern WHOLE = Pattern.compile(PATTERN);
    private static final Pattern PART = Pattern.compile("([0-9.]+)(us|ms|s|m|h)");

    private static long nanos(String unit) {
        return switch (unit) {
            case "us" -> 1_000L;
            case "ms" -> 1_000_000L;
            case "s" -> 1_000_000_000L;
            case "m" -> 60_000_000_000L;
            default -> 3_600_000_000_000L;
        };
    }

    private Durations() {}

    /// The duration, or empty where `text` is none or is longer than 292 years.
    public static Optional<Duration> parse(String text) {
        if (!WHOLE.matcher(text.strip()).matches()) {
            return Optional.empty();
        }
        var nanos = BigDecimal.ZERO;
        for (var m = PART.matcher(text); m.find(); ) {
            nanos = nanos.add(new BigDecimal(m.group(1)).multiply(BigDecimal.valueOf(nanos(m.group(2)))));
        }
        return nanos.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0
                ? Optional.empty()
                : Optional.of(Duration.ofNanos(nanos.longValue()));
    }

    /// The shortest exact notation in one unit: `5ms`, `90s`, `5m`.
    public static String format(Duration duration) {
        long nanos = duration.toNanos();
        for (var unit : new String[] {"h", "m", "s", "ms"}) {
            long factor = nanos(unit);
            if (nanos != 0 && nanos % factor == 0) {
                return nanos / factor + unit;
            }
        }
        return nanos == 0 ? "0s" : nanos / 1_000 + "us";
    }
}
