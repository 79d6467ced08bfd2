package dev.headpond.playground.apiserver.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class StoreTest {
    private static final long FIRST = 100;
    private static final Duration NO_WAIT = Duration.ZERO;
    private final Store store = new Store(FIRST, 3);

    private void put(String namespace, String name) {
        var object = JsonNodeFactory.instance.objectNode();
        Meta.editable(object).put("name", name);
        store.put(new Key("t", namespace, name), object);
    }

    private List<String> after(long position) throws InterruptedException {
        return switch (store.after(position, NO_WAIT)) {
            case Changes.Next(var changes) ->
                changes.stream()
                        .map(change -> change.revision() + " " + change.type() + " "
                                + Meta.of(change.object()).name())
                        .toList();
            case Changes.Expired() -> List.of("expired");
            case Changes.Ended() -> List.of("ended");
        };
    }

    @Test
    void changesAreNumberedAndReadFromAnyPosition() throws InterruptedException {
        put("n", "a");
        put("n", "a");
        store.remove(new Key("t", "n", "a"), JsonNodeFactory.instance.objectNode());
        assertThat(after(FIRST)).containsExactly("101 ADDED a", "102 MODIFIED a", "103 DELETED ");
        assertThat(after(102)).containsExactly("103 DELETED ");
        assertThat(after(103)).isEmpty();
    }

    @Test
    void aPositionBeforeTheLogOrAfterItsEndHasExpired() throws InterruptedException {
        for (int i = 0; i < 5; i++) {
            put("n", "a");
        }
        assertThat(after(101)).containsExactly("expired");
        assertThat(after(102)).hasSize(3);
        assertThat(after(106)).containsExactly("expired");
        assertThat(new Store(FIRST, 3).after(FIRST - 1, NO_WAIT)).isEqualTo(new Changes.Expired());
    }

    @Test
    void aListHoldsOneNamespaceOrAll() {
        put("n", "b");
        put("m", "a");
        put("na", "c");
        store.put(new Key("tt", "n", "x"), JsonNodeFactory.instance.objectNode());
        assertThat(store.list("t", "").objects())
                .extracting(object -> Meta.of(object).name())
                .containsExactly("a", "b", "c");
        assertThat(store.list("t", "n").objects()).hasSize(1);
        assertThat(store.list("t", "").revision()).isEqualTo(store.revision());
    }

    @Test
    @Timeout(10)
    void aReaderIsWokenByAChangeAndByTheEnd() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var first = threads.submit(() -> store.after(FIRST, Duration.ofMinutes(1)));
            put("n", "a");
            assertThat(first.get()).isInstanceOf(Changes.Next.class);
            var second = threads.submit(() -> store.after(store.revision(), Duration.ofMinutes(1)));
            store.close();
            assertThat(second.get()).isEqualTo(new Changes.Ended());
        }
    }
}
