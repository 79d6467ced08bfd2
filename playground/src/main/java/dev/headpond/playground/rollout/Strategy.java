package dev.headpond.playground.rollout;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How a Deployment wants to be rolled, with the defaults of apps/v1: a quarter, rounded up for surge and down for
/// unavailability.
final class Strategy {
    private static final IntOrString QUARTER = new IntOrString("25%");

    private Strategy() {}

    static int desired(Deployment deployment) {
        return Optional.ofNullable(deployment.getSpec().getReplicas()).orElse(1);
    }

    static boolean recreates(Deployment deployment) {
        var strategy = deployment.getSpec().getStrategy();
        return strategy != null && "Recreate".equals(strategy.getType());
    }

    static Rollout rollout(Deployment deployment) {
        int desired = desired(deployment);
        var strategy = deployment.getSpec().getStrategy();
        var rolling = strategy == null ? null : strategy.getRollingUpdate();
        return new Rollout(
                desired,
                share(rolling == null ? null : rolling.getMaxSurge(), desired, true),
                share(rolling == null ? null : rolling.getMaxUnavailable(), desired, false));
    }

    /// A number, or a percentage of `whole`.
    static int share(@Nullable IntOrString share, int whole, boolean roundUp) {
        var given = share == null ? QUARTER : share;
        if (given.getIntVal() != null) return given.getIntVal();
        int percent = Integer.parseInt(given.getStrVal().replace("%", "").strip());
        return roundUp ? Math.ceilDiv(whole * percent, 100) : Math.floorDiv(whole * percent, 100);
    }
}
