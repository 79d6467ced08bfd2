package dev.headpond.operator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// What an operator process is told. Nothing else changes its behaviour.
///
/// @param runtimeImage image of the buffers' pods
/// @param watchNamespaces namespaces to watch; empty for all
/// @param leaderElection whether to wait for the Lease before working
/// @param podNamespace namespace of that Lease
/// @param managementPort port of /livez, /readyz and /metrics; 0 for any free one
/// @param bindAddress address of that port
/// @param pace how fast the clocks of observing and deciding run
public record OperatorSettings(
        String runtimeImage,
        Set<String> watchNamespaces,
        boolean leaderElection,
        String podNamespace,
        int managementPort,
        String bindAddress,
        Pace pace) {
    public enum Pace {
        PRODUCTION,
        /// About five times as fast, for trying out on one machine.
        PLAYGROUND
    }

    public OperatorSettings {
        watchNamespaces = Set.copyOf(watchNamespaces);
    }

    /// @throws IllegalArgumentException with every problem, one a line: variable, value and what to do
    public static OperatorSettings fromEnvironment(Map<String, String> environment) {
        var problems = new ArrayList<String>();
        var settings = new OperatorSettings(
                required(environment, "HEADPOND_RUNTIME_IMAGE", problems),
                names(environment.getOrDefault("HEADPOND_WATCH_NAMESPACES", ""), problems),
                oneOf(environment, "HEADPOND_LEADER_ELECTION", List.of("true", "false"), problems)
                        .equals("true"),
                environment.getOrDefault("POD_NAMESPACE", ""),
                port(environment.getOrDefault("HEADPOND_MANAGEMENT_PORT", "8080"), problems),
                environment.getOrDefault("BIND_ADDRESS", "0.0.0.0"),
                oneOf(environment, "HEADPOND_PACE", List.of("production", "playground"), problems)
                                .equals("playground")
                        ? Pace.PLAYGROUND
                        : Pace.PRODUCTION);
        if (settings.leaderElection && settings.podNamespace.isBlank()) {
            problems.add("POD_NAMESPACE: nothing; must name the namespace of the Lease headpond-operator,"
                    + " or set HEADPOND_LEADER_ELECTION=false");
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("\n", problems));
        }
        return settings;
    }

    private static String required(Map<String, String> environment, String name, List<String> problems) {
        var value = environment.getOrDefault(name, "");
        if (value.isBlank()) {
            problems.add(name + ": nothing; must name the image of the buffers' pods");
        }
        return value;
    }

    private static Set<String> names(String list, List<String> problems) {
        var names = new TreeSet<String>();
        Arrays.stream(list.split(","))
                .map(String::strip)
                .filter(n -> !n.isEmpty())
                .forEach(names::add);
        names.stream()
                .filter(name -> !name.matches("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?"))
                .forEach(name -> problems.add("HEADPOND_WATCH_NAMESPACES: " + name
                        + " is no name of a namespace; separate several with commas"));
        return names;
    }

    /// The first of `values` is the default.
    private static String oneOf(
            Map<String, String> environment, String name, List<String> values, List<String> problems) {
        var value = environment.getOrDefault(name, values.getFirst());
        if (values.contains(value)) {
            return value;
        }
        problems.add(name + ": " + value + "; must be " + String.join(" or ", values));
        return values.getFirst();
    }

    private static int port(String value, List<String> problems) {
        try {
            int port = Integer.parseInt(value);
            if (port >= 0 && port <= 65_535) {
                return port;
            }
        } catch (NumberFormatException _) {
            // reported below
        }
        problems.add("HEADPOND_MANAGEMENT_PORT: " + value + "; must be 0..65535");
        return 0;
    }
}
