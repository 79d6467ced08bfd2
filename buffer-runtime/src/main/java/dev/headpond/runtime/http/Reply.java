package dev.headpond.runtime.http;

import dev.headpond.runtime.admission.Intake;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/// The answer to one request, from its head until it is written. Answers leave in the order of their requests.
final class Reply implements Intake.Settled {
    private final Connection connection;
    final long startedNanos;
    final boolean isHead;
    boolean mustClose;
    /// The producer waits for `100 Continue` before it sends the body.
    boolean awaitsContinue;

    int status;

    @Nullable
    ByteBuf bytes;

    private int accepted;
    private String rejected = "";

    Reply(Connection connection, long startedNanos, boolean isHead, boolean mustClose) {
        this.connection = connection;
        this.startedNanos = startedNanos;
        this.isHead = isHead;
        this.mustClose = mustClose;
    }

    /// What the answer will say besides what becomes of the events.
    void read(int accepted, String rejected) {
        this.accepted = accepted;
        this.rejected = rejected;
    }

    int accepted() {
        return accepted;
    }

    String rejected() {
        return rejected;
    }

    @Override
    public void settled(int deadLettered, int lost) {
        connection.settled(this, deadLettered, lost);
    }
}
