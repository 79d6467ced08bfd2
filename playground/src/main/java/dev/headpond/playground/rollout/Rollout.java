package dev.headpond.playground.rollout;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The arithmetic of a rolling update: given the pods that are there, which to add and which to take away now. Pure;
/// called again after each change, it converges on `desired` pods of the current template without ever having more than
/// `desired + maxSurge` pods, or taking ready ones below `desired - maxUnavailable`.
///
/// @param desired pods that there should be
/// @param maxSurge pods that may be there beyond that during a roll
/// @param maxUnavailable pods that may be missing during a roll
record Rollout(int desired, int maxSurge, int maxUnavailable) {
    Rollout {
        // both zero would stand still for ever; Kubernetes does the same
        if (maxSurge == 0 && maxUnavailable == 0) maxUnavailable = 1;
    }

    /// @param current whether it was made from the current template
    /// @param ready whether it serves
    record Replica(String name, boolean current, boolean ready) {}

    /// @param create pods to add, of the current template
    /// @param delete pods to take away
    record Step(int create, List<Replica> delete) {}

    /// @param replicas pods that are there and are not ending
    /// @param coming pods of the current template that have been asked for and are not seen yet
    Step next(List<Replica> replicas, int coming) {
        var current = replicas.stream().filter(Replica::current).toList();
        var old = replicas.stream().filter(it -> !it.current).toList();
        var delete = new ArrayList<Replica>();
        var surplus = surplus(current, coming);
        delete.addAll(surplus);
        delete.addAll(replaceable(current, old, surplus, coming));
        int missing = desired - current.size() - coming;
        int room = desired + maxSurge - replicas.size() - coming;
        return new Step(Math.max(0, Math.min(missing, room)), delete);
    }

    /// Pods of the current template beyond what is desired: those that are not ready first.
    private List<Replica> surplus(List<Replica> current, int coming) {
        return current.stream()
                .sorted(Comparator.comparing(Replica::ready))
                .limit(Math.max(0, current.size() + coming - desired))
                .toList();
    }

    /// Old pods that can go without taking the service below its minimum. A pod of the new template that is not ready
    /// counts as missing, so a template that never becomes ready stops the roll at its first pod.
    private List<Replica> replaceable(List<Replica> current, List<Replica> old, List<Replica> surplus, int coming) {
        long notReadyYet = coming + current.stream().filter(it -> !it.ready).count() - countNotReady(surplus);
        int left = current.size() - surplus.size() + coming + old.size();
        long spare = left - (desired - maxUnavailable) - notReadyYet;
        return old.stream()
                .sorted(Comparator.comparing(Replica::ready))
                .limit(Math.max(0, spare))
                .toList();
    }

    private static long countNotReady(List<Replica> replicas) {
        return replicas.stream().filter(it -> !it.ready).count();
    }
}
