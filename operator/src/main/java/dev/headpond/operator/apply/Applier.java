package dev.headpond.operator.apply;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// Brings the objects of one buffer to what is desired, in the order given, and writes nothing when they are so
/// already.
public final class Applier {
    /// Name under which the API server keeps which fields are ours.
    public static final String FIELD_MANAGER = "headpond";

    private final Comparison comparison = new Comparison(FIELD_MANAGER);

    /// @param desired every object that there should be, each with an owner reference to the buffer
    /// @param keep objects that are no longer desired and must stay for now
    public Applied apply(Cluster cluster, List<? extends HasMetadata> desired, Predicate<HasMetadata> keep) {
        var owned = new HashMap<String, HasMetadata>();
        cluster.owned().forEach(object -> owned.put(title(object), object));
        var foreign = new ArrayList<String>();
        int written = 0;
        for (var object : desired) {
            switch (state(cluster, object, owned)) {
                case SAME -> {}
                case FOREIGN -> foreign.add(title(object));
                case DIFFERENT -> {
                    cluster.apply(object);
                    written++;
                }
            }
        }
        // A name that somebody else holds may belong to a half-done move: remove nothing until that is settled.
        int pruned = foreign.isEmpty() ? prune(cluster, desired, owned, keep) : 0;
        return new Applied(written, pruned, foreign);
    }

    private enum State {
        SAME,
        DIFFERENT,
        FOREIGN
    }

    /// An object that the cache does not show may be new, or made by somebody who did not label it as ours: to apply by
    /// force would take it over, so the server is asked first.
    private State state(Cluster cluster, HasMetadata desired, Map<String, HasMetadata> owned) {
        var known = owned.get(title(desired));
        var actual = known == null ? cluster.read(desired).orElse(null) : known;
        if (actual == null) {
            return State.DIFFERENT;
        }
        if (!sharesOwner(desired, actual)) {
            return State.FOREIGN;
        }
        return comparison.same(desired, actual) ? State.SAME : State.DIFFERENT;
    }

    private static boolean sharesOwner(HasMetadata desired, HasMetadata actual) {
        return desired.getMetadata().getOwnerReferences().stream()
                .allMatch(owner -> actual.hasOwnerReferenceFor(owner.getUid()));
    }

    private static int prune(
            Cluster cluster,
            List<? extends HasMetadata> desired,
            Map<String, HasMetadata> owned,
            Predicate<HasMetadata> keep) {
        desired.forEach(object -> owned.remove(title(object)));
        var unwanted = owned.values().stream().filter(keep.negate()).toList();
        unwanted.forEach(cluster::delete);
        return unwanted.size();
    }

    /// `Service orders-buffer`
    static String title(HasMetadata object) {
        return object.getKind() + " " + object.getMetadata().getName();
    }
}
