package dev.headpond.runtime.sink.redis;

import dev.headpond.policy.SinkPolicy;
import dev.headpond.runtime.sink.Batch;
import dev.headpond.runtime.sink.Outcome;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.output.IntegerListOutput;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.ProtocolKeyword;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One lane's connection and what is under way on it. Owned by the shard's thread.
///
/// An attempt may end at its deadline while its request is still unanswered. The request then stays: a later attempt of
/// the same number waits for its answer instead of sending the bytes again to a server that is already slow, until the
/// idle time-out gives up the connection.
final class Lane {
    private final int lane;
    private final Duration requestTimeout;
    private final Duration idleTimeout;
    private final EventLoop loop;
    private final RedisConnections connections;
    private final AppendScript script;
    private final boolean waitsForFile;

    private @Nullable StatefulRedisConnection<byte[], byte[]> connection;
    private boolean isConnecting;
    private boolean isClosed;
    /// The server does not know the script by its digest: a restart, a fail-over, SCRIPT FLUSH.
    private boolean isScriptUnknown;

    private @Nullable Attempt waiting;
    private @Nullable Request sent;
    private long deliveredNumber;
    private int deliveredCount;

    Lane(
            int lane,
            SinkPolicy sink,
            EventLoop loop,
            RedisConnections connections,
            AppendScript script,
            boolean waitsForFile) {
        this.lane = lane;
        this.requestTimeout = sink.requestTimeout();
        this.idleTimeout = sink.idleTimeout();
        this.loop = loop;
        this.connections = connections;
        this.script = script;
        this.waitsForFile = waitsForFile;
    }

    /// One call of `write` until its outcome is told.
    private final class Attempt {
        final long number;
        final Batch batch;
        private final Consumer<Outcome> done;
        private final ScheduledFuture<?> deadline;
        private boolean isOver;

        Attempt(long number, Batch batch, Consumer<Outcome> done) {
            this.number = number;
            this.batch = batch;
            this.done = done;
            this.deadline = loop.schedule(this::expire, requestTimeout.toNanos(), TimeUnit.NANOSECONDS);
        }

        private void expire() {
            var request = sent;
            boolean isSent = request != null && request.number == number;
            var within = " within " + requestTimeout.toMillis() + " ms";
            end(
                    isSent
                            ? new Outcome.Ambiguous("no answer from " + connections.server() + within)
                            : new Outcome.Retryable("no connection to " + connections.server() + within));
        }

        void end(Outcome outcome) {
            if (isOver) {
                return;
            }
            isOver = true;
            deadline.cancel(false);
            if (waiting == this) {
                waiting = null;
            }
            done.accept(outcome);
        }
    }

    /// A batch on its way, until Redis answers or the connection ends.
    private final class Request {
        final long number;
        final int count;
        private final ScheduledFuture<?> silence;

        Request(Attempt attempt) {
            this.number = attempt.number;
            this.count = attempt.batch.count();
            this.silence = loop.schedule(Lane.this::dropConnection, idleTimeout.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    void write(long number, Batch batch, Consumer<Outcome> done) {
        var attempt = new Attempt(number, batch, done);
        waiting = attempt;
        if (isClosed) {
            later(attempt, new Outcome.Retryable("the sink is closed"));
        } else if (number == deliveredNumber && batch.count() <= deliveredCount) {
            later(attempt, Outcome.DELIVERED);
        } else if (sent == null) {
            sendOrConnect(attempt);
        } else if (sent.number != number) {
            // an older batch is under way, which its owner gave up: its answer must come first
            dropConnection();
            sendOrConnect(attempt);
        }
    }

    /// Never calls back while the caller is still in `write`.
    private void later(Attempt attempt, Outcome outcome) {
        loop.execute(() -> attempt.end(outcome));
    }

    private void sendOrConnect(Attempt attempt) {
        var open = connection;
        if (open != null && open.isOpen()) {
            send(open, attempt);
        } else {
            connect();
        }
    }

    void connect() {
        if (isConnecting || isClosed) {
            return;
        }
        isConnecting = true;
        var _ = connections.connect().whenComplete((made, error) -> onLoop(() -> connected(made, error)));
    }

    private void connected(@Nullable StatefulRedisConnection<byte[], byte[]> made, @Nullable Throwable error) {
        isConnecting = false;
        if (made == null) {
            var attempt = waiting;
            if (attempt != null && error != null) {
                attempt.end(RedisErrors.ofConnect(connections.server(), error));
            }
            return;
        }
        if (isClosed) {
            var _ = made.closeAsync();
            return;
        }
        connection = made;
        var attempt = waiting;
        if (attempt != null && sent == null) {
            send(made, attempt);
        }
    }

    private void send(StatefulRedisConnection<byte[], byte[]> open, Attempt attempt) {
        var request = new Request(attempt);
        sent = request;
        var args = new AppendArgs(
                isScriptUnknown ? AppendScript.TEXT : AppendScript.SHA1, script, lane, attempt.number, attempt.batch);
        var type = isScriptUnknown ? CommandType.EVAL : CommandType.EVALSHA;
        isScriptUnknown = false;
        CompletableFuture<?> answer = open.async()
                .dispatch(type, new IntegerOutput<>(BytesCodec.BYTES), args)
                .toCompletableFuture();
        if (waitsForFile) {
            answer = answer.thenCombine(inFile(open), (_, synced) -> synced);
        }
        if (!args.isEncoded()) {
            // rejected, or not written at once: the ring's bytes must not be read later
            answered(request, new Outcome.Retryable("the connection to " + connections.server() + " was lost"), true);
            return;
        }
        var _ = answer.whenComplete((value, error) -> onLoop(() -> answered(request, value, error)));
    }

    /// Asks for the append-only file of the primary, behind the script on the same connection.
    private CompletableFuture<List<Long>> inFile(StatefulRedisConnection<byte[], byte[]> open) {
        var args = new CommandArgs<>(BytesCodec.BYTES).add(1).add(0).add(Math.max(1, requestTimeout.toMillis()));
        return open.async()
                .dispatch(WAITAOF, new IntegerListOutput<>(BytesCodec.BYTES), args)
                .toCompletableFuture();
    }

    /// Younger than the client's own list of commands.
    private static final ProtocolKeyword WAITAOF = new ProtocolKeyword() {
        @Override
        public byte[] getBytes() {
            return toString().getBytes(StandardCharsets.US_ASCII);
        }

        @Override
        public String toString() {
            return "WAITAOF";
        }
    };

    private void answered(Request request, @Nullable Object value, @Nullable Throwable failure) {
        if (failure == null) {
            answered(request, delivered(value), false);
            return;
        }
        var error = failure instanceof java.util.concurrent.CompletionException && failure.getCause() != null
                ? failure.getCause()
                : failure;
        if (RedisErrors.isScriptUnknown(error) && sent == request) {
            sendWhole(request);
            return;
        }
        var meaning = RedisErrors.ofReply(error);
        if (meaning == null) {
            var reason = "the connection to " + connections.server() + " broke: " + error.getMessage();
            answered(request, new Outcome.Ambiguous(reason), true);
        } else {
            answered(request, meaning.outcome(), meaning.mustReconnect());
        }
    }

    private Outcome delivered(@Nullable Object value) {
        boolean isMissing =
                value instanceof List<?> synced && !synced.getFirst().equals(1L);
        return isMissing
                ? new Outcome.Ambiguous("not in the append-only file within " + requestTimeout.toMillis() + " ms")
                : Outcome.DELIVERED;
    }

    private void sendWhole(Request request) {
        isScriptUnknown = true;
        forget(request);
        var attempt = waiting;
        if (attempt != null) {
            sendOrConnect(attempt);
        }
    }

    private void answered(Request request, Outcome outcome, boolean mustReconnect) {
        if (sent != request) {
            return;
        }
        forget(request);
        if (outcome instanceof Outcome.Delivered) {
            deliveredNumber = request.number;
            deliveredCount = request.count;
        }
        if (mustReconnect) {
            dropConnection();
        }
        var attempt = waiting;
        if (attempt == null || attempt.number != request.number) {
            return;
        }
        if (outcome instanceof Outcome.Delivered && attempt.batch.count() > request.count) {
            // an earlier, shorter attempt was answered: the script skips what it applied
            sendOrConnect(attempt);
        } else {
            attempt.end(outcome);
        }
    }

    private void forget(Request request) {
        request.silence.cancel(false);
        sent = null;
    }

    /// Whoever waits for an answer on it is told that none will come.
    private void dropConnection() {
        var open = connection;
        connection = null;
        if (open != null) {
            var _ = open.closeAsync();
        }
        var request = sent;
        if (request != null) {
            var silence = "silence from " + connections.server() + " for " + idleTimeout.toMillis() + " ms";
            answered(request, new Outcome.Ambiguous(silence), false);
        }
    }

    void close() {
        onLoop(() -> {
            isClosed = true;
            dropConnection();
            var attempt = waiting;
            if (attempt != null) {
                attempt.end(new Outcome.Retryable("the sink is closed"));
            }
        });
    }

    private void onLoop(Runnable task) {
        if (loop.inEventLoop()) {
            task.run();
        } else {
            loop.execute(task);
        }
    }
}
