package dev.headpond.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class OperatorSettingsTest {
    @Test
    void defaults() {
        assertThat(OperatorSettings.fromEnvironment(
                        Map.of("HEADPOND_RUNTIME_IMAGE", "buffer:1", "POD_NAMESPACE", "headpond")))
                .isEqualTo(new OperatorSettings(
                        "buffer:1", Set.of(), true, "headpond", 8080, "0.0.0.0", OperatorSettings.Pace.PRODUCTION));
    }

    @Test
    void everythingCanBeSet() {
        assertThat(OperatorSettings.fromEnvironment(Map.of(
                        "HEADPOND_RUNTIME_IMAGE", "buffer:1",
                        "HEADPOND_WATCH_NAMESPACES", "shop, billing,",
                        "HEADPOND_LEADER_ELECTION", "false",
                        "HEADPOND_MANAGEMENT_PORT", "9000",
                        "BIND_ADDRESS", "127.1.0.1",
                        "HEADPOND_PACE", "playground")))
                .isEqualTo(new OperatorSettings(
                        "buffer:1",
                        Set.of("shop", "billing"),
                        false,
                        "",
                        9000,
                        "127.1.0.1",
                        OperatorSettings.Pace.PLAYGROUND));
    }

    @Test
    void everyProblemIsNamedWithItsVariableAndValue() {
        assertThatThrownBy(() -> OperatorSettings.fromEnvironment(Map.of(
                        "HEADPOND_WATCH_NAMESPACES", "Shop",
                        "HEADPOND_LEADER_ELECTION", "yes",
                        "HEADPOND_MANAGEMENT_PORT", "70000")))
                .hasMessageContaining("HEADPOND_RUNTIME_IMAGE: nothing")
                .hasMessageContaining("HEADPOND_WATCH_NAMESPACES: Shop is no name")
                .hasMessageContaining("HEADPOND_LEADER_ELECTION: yes; must be true or false")
                .hasMessageContaining("HEADPOND_MANAGEMENT_PORT: 70000; must be 0..65535");
    }

    @Test
    void anElectionNeedsANamespaceForItsLease() {
        assertThatThrownBy(() -> OperatorSettings.fromEnvironment(Map.of("HEADPOND_RUNTIME_IMAGE", "buffer:1")))
                .hasMessageContaining("POD_NAMESPACE: nothing");
    }
}
