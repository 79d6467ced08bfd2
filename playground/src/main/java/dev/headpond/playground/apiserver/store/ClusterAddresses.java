package dev.headpond.playground.apiserver.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.List;

/// Gives each Service an address of its own under 127.2.0.0/16, where a proxy on this machine can listen: two
/// Services may have the same port.
final class ClusterAddresses {
    private static final int SERVICES_MAX = 65_000;

    private ClusterAddresses() {}

    /// An update that does not name the address keeps it.
    static void keep(ObjectNode before, ObjectNode after) {
        var had = before.path("spec");
        if (after.get("spec") instanceof ObjectNode spec && !spec.hasNonNull("clusterIP") && had.has("clusterIP")) {
            spec.set("clusterIP", had.path("clusterIP"));
            spec.set("clusterIPs", had.path("clusterIPs").deepCopy());
        }
    }

    /// Sets clusterIP in place if the Service wants one and has none.
    static void assign(ObjectNode service, List<ObjectNode> others) {
        if (!(service.get("spec") instanceof ObjectNode spec)
                || spec.hasNonNull("clusterIP")
                || spec.path("type").asText().equals("ExternalName")) {
            return;
        }
        var taken = new HashSet<String>();
        others.forEach(other -> taken.add(other.at("/spec/clusterIP").asText()));
        for (int i = 1; i <= SERVICES_MAX; i++) {
            var address = "127.2." + (i / 250) + "." + (i % 250 + 1);
            if (!taken.contains(address)) {
                spec.put("clusterIP", address).putArray("clusterIPs").add(address);
                return;
            }
        }
    }
}
