package dev.headpond.playground.apiserver.store;

import dev.headpond.playground.apiserver.kinds.ResourceType;
import java.util.Comparator;

/// Where an object is stored.
///
/// @param typeId [ResourceType#id]
/// @param namespace empty for objects that belong to none
record Key(String typeId, String namespace, String name) implements Comparable<Key> {
    private static final Comparator<Key> ORDER =
            Comparator.comparing(Key::typeId).thenComparing(Key::namespace).thenComparing(Key::name);

    static Key of(ResourceType type, String namespace, String name) {
        return new Key(type.id(), type.namespaced() ? namespace : "", name);
    }

    @Override
    public int compareTo(Key other) {
        return ORDER.compare(this, other);
    }
}
