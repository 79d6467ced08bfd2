package dev.headpond.runtime.delivery;

import org.jspecify.annotations.Nullable;

/// Remembers which thread owns a shard; asked only in assertions.
public final class OwnerThread {
    private @Nullable Thread owner;

    /// The calling thread owns from now on.
    public void claim() {
        owner = Thread.currentThread();
    }

    /// True on the owner, and for everybody as long as there is none.
    public boolean isCurrent() {
        return owner == null || owner == Thread.currentThread();
    }
}
