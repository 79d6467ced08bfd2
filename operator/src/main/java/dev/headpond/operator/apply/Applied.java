package dev.headpond.operator.apply;

import java.util.List;

/// What one pass has changed.
///
/// @param written objects that were made or put right
/// @param pruned objects that were removed
/// @param foreign names (`Service orders-buffer`) that somebody else's objects hold; these were left alone
public record Applied(int written, int pruned, List<String> foreign) {
    public static final Applied NOTHING = new Applied(0, 0, List.of());

    public Applied {
        foreign = List.copyOf(foreign);
    }
}
