package dev.headpond.e2e;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/// True while a value is the same as when it was last looked at.
final class Unchanged implements Callable<Boolean> {
    private final Callable<String> value;
    private @Nullable String last;

    Unchanged(Callable<String> value) {
        this.value = value;
    }

    @Override
    public Boolean call() throws Exception {
        String now = value.call();
        boolean same = now.equals(last);
        last = now;
        return same;
    }
}
