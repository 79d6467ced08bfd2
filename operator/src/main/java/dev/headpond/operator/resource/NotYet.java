package dev.headpond.operator.resource;

import dev.headpond.policy.BufferPolicy.Acknowledge;
import dev.headpond.policy.Policy;
import dev.headpond.policy.Problem;
import dev.headpond.policy.SinkPolicy.Cassandra;
import dev.headpond.policy.SinkPolicy.Redis;
import java.util.ArrayList;
import java.util.List;

/// What the resource can say and this version cannot do. It is refused in plain words: a promise of durability or of
/// secrecy that nobody keeps would be worse than none.
final class NotYet {
    private NotYet() {}

    static List<Problem> in(Policy policy) {
        var problems = new ArrayList<Problem>();
        if (policy.buffer().acknowledge() == Acknowledge.Journaled) {
            problems.add(problem("buffer.acknowledge", "Journaled", "Buffered or Delivered"));
        }
        if (policy.ingest().tlsSecret().isPresent()) {
            problems.add(problem(
                    "ingest.tls",
                    policy.ingest().tlsSecret().get(),
                    "plain HTTP inside of the cluster, or a proxy that ends TLS before it"));
        }
        switch (policy.sink().target()) {
            case Redis _ -> {}
            case Cassandra cassandra -> problems.add(problem("sink.cassandra", cassandra.table(), "sink.redis"));
        }
        return problems;
    }

    static Problem sidecar() {
        return problem("placement.mode", "Sidecar", "Standalone");
    }

    private static Problem problem(String field, String value, String instead) {
        return new Problem(field, value, "is not supported by this version; use " + instead);
    }
}
