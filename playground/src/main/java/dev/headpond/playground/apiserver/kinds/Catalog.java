package dev.headpond.playground.apiserver.kinds;

import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/// The types that are served now. Definitions add and remove theirs while requests run.
public final class Catalog {
    private record Address(String group, String version, String plural) implements Comparable<Address> {
        @Override
        public int compareTo(Address other) {
            int byGroup = group.compareTo(other.group);
            int byVersion = byGroup != 0 ? byGroup : version.compareTo(other.version);
            return byVersion != 0 ? byVersion : plural.compareTo(other.plural);
        }
    }

    private final NavigableMap<Address, ResourceType> types = new ConcurrentSkipListMap<>();

    public Catalog() {
        BuiltInTypes.all().forEach(this::add);
    }

    public void add(ResourceType type) {
        types.put(new Address(type.group(), type.version(), type.plural()), type);
    }

    public void remove(String group, String plural) {
        types.keySet().removeIf(at -> at.group.equals(group) && at.plural.equals(plural));
    }

    public Optional<ResourceType> find(String group, String version, String plural) {
        return Optional.ofNullable(types.get(new Address(group, version, plural)));
    }

    /// Any served version of what the store calls `id`.
    public Optional<ResourceType> byId(String id) {
        return types.values().stream().filter(type -> type.is(id)).findFirst();
    }

    public List<ResourceType> all() {
        return List.copyOf(types.values());
    }

    public List<ResourceType> of(String group, String version) {
        return types.values().stream()
                .filter(type -> type.group().equals(group) && type.version().equals(version))
                .toList();
    }

    /// The named groups; the core group is none of them.
    public List<String> groups() {
        return types.values().stream()
                .map(ResourceType::group)
                .filter(group -> !group.isEmpty())
                .distinct()
                .toList();
    }

    public List<String> versions(String group) {
        return types.values().stream()
                .filter(type -> type.group().equals(group))
                .map(ResourceType::version)
                .distinct()
                .toList();
    }
}
