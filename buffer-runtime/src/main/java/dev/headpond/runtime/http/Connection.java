package dev.headpond.runtime.http;

import dev.headpond.runtime.http.HeadRules.Ruling;
import dev.headpond.runtime.http.decode.Format;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One producer's connection: where it stands in a request, how long it may stay there, and the answers it waits for.
final class Connection extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(Connection.class);

    /// From the first byte of a request to the end of its headers.
    static final long HEAD_NANOS_MAX = TimeUnit.SECONDS.toNanos(10);
    /// From the end of the headers to the end of the body.
    static final long BODY_NANOS_MAX = TimeUnit.SECONDS.toNanos(30);
    /// After a last answer: time for the producer to read it before a reset could destroy it.
    static final long LINGER_NANOS_MAX = TimeUnit.SECONDS.toNanos(2);
    /// Time in which a producer must take its answers from the socket.
    static final long UNREAD_NANOS_MAX = TimeUnit.SECONDS.toNanos(30);
    /// Requests without an answer on one connection; over it nothing more is read from it.
    static final int PIPELINED_MAX = 16;

    private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private enum Phase {
        IDLE,
        HEAD,
        BODY,
        /// The request is refused, its body is read over.
        SKIP,
        /// No further request is read.
        ENDING
    }

    private final Door door;
    private final SocketChannel channel;
    private final ArrayDeque<Reply> replies = new ArrayDeque<>();
    private Phase phase = Phase.IDLE;
    private long deadlineNanos;
    private long unreadDeadlineNanos = Long.MAX_VALUE;
    private long skipped;
    private boolean inRead;

    private @Nullable Reply reply;
    private @Nullable Body body;
    private Format format = Format.JSON;
    private @Nullable HttpHeaders headers;

    Connection(Door door, SocketChannel channel) {
        this.door = door;
        this.channel = channel;
        enter(Phase.IDLE, door.idleNanos());
    }

    private void enter(Phase next, long nanosMax) {
        phase = next;
        deadlineNanos = door.nanoTime() + nanosMax;
    }

    /// Bytes have arrived, before they are decoded.
    void onBytes() {
        if (phase == Phase.IDLE) {
            enter(Phase.HEAD, HEAD_NANOS_MAX);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        inRead = true;
        try {
            if (message instanceof HttpRequest request && phase != Phase.ENDING) {
                head(request);
            }
            if (message instanceof HttpContent content) {
                content(content);
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        inRead = false;
        channel.flush();
    }

    private void head(HttpRequest request) {
        enter(Phase.BODY, BODY_NANOS_MAX);
        var next = new Reply(
                this,
                door.nanoTime(),
                request.method().name().equals("HEAD"),
                !HttpUtil.isKeepAlive(request) || request.protocolVersion().equals(HttpVersion.HTTP_1_0));
        reply = next;
        replies.add(next);
        updateReading();
        switch (door.rules().rule(request)) {
            case Ruling.Refuse(var refusal, var mustClose) -> {
                if (refusal.type().status == 413) {
                    door.intake().refused(1);
                }
                refuse(next, refusal, mustClose);
            }
            case Ruling.Take take -> take(next, request, take);
        }
    }

    private void take(Reply next, HttpRequest request, Ruling.Take take) {
        var verdict = door.intake().beforeBody(take.declaredBytes());
        var refusal = verdict.flatMap(door.answers()::refusal);
        if (refusal.isPresent()) {
            refuse(next, refusal.get(), take.expectsContinue() || take.declaredBytes() < 0);
            return;
        }
        format = take.format();
        headers = request.headers();
        body = new Body(channel.alloc(), door.budget(), door.ingest().maxRequestBytes(), take.declaredBytes());
        next.awaitsContinue = take.expectsContinue();
        writeReady();
    }

    private void content(HttpContent content) {
        boolean isLast = content instanceof LastHttpContent;
        switch (phase) {
            case BODY -> bodyPart(content, isLast);
            case SKIP -> skip(content.content().readableBytes(), isLast);
            case IDLE, HEAD, ENDING -> {}
        }
    }

    private void bodyPart(HttpContent content, boolean isLast) {
        var current = reply;
        var arriving = body;
        if (current == null || arriving == null) {
            return;
        }
        current.awaitsContinue = false;
        if (content.decoderResult().isFailure()) {
            refuse(current, Refusal.of(ProblemType.MALFORMED_REQUEST, "the body's framing is broken"), true);
            return;
        }
        switch (arriving.add(content.content(), isLast)) {
            case TOO_LARGE -> {
                door.intake().refused(1);
                refuse(current, door.rules().tooLarge(), true);
            }
            case NO_BUDGET ->
                refuse(
                        current,
                        Refusal.of(ProblemType.BUSY, "too many large requests arrive at once; send again")
                                .retryAfter(1),
                        true);
            case YES -> {
                if (isLast) {
                    whole(current, arriving);
                }
            }
        }
    }

    private void whole(Reply current, Body arrived) {
        enter(Phase.IDLE, door.idleNanos());
        var head = headers;
        headers = null;
        body = null;
        try {
            if (head != null) {
                door.requests().offer(format, head, arrived, current, this);
            }
        } finally {
            arrived.release();
        }
    }

    private void skip(int bytes, boolean isLast) {
        skipped += bytes;
        if (isLast) {
            enter(Phase.IDLE, door.idleNanos());
        } else if (skipped > door.ingest().maxRequestBytes()) {
            closeNow();
        }
    }

    /// Answers at once; what is still to come of the request is read over, or the connection ends.
    void refuse(Reply refused, Refusal refusal, boolean mustClose) {
        dropBody();
        refused.mustClose |= mustClose;
        if (refused.mustClose) {
            enter(Phase.ENDING, LINGER_NANOS_MAX);
        } else if (phase == Phase.BODY) {
            skipped = 0;
            enter(Phase.SKIP, BODY_NANOS_MAX);
        }
        boolean close = refused.mustClose || door.isClosing();
        answer(refused, refusal.type().status, door.answers().refusal(channel.alloc(), refusal, close, refused.isHead));
    }

    void succeed(Reply done, int deadLettered, boolean isDelivered) {
        boolean close = done.mustClose || door.isClosing();
        var answers = door.answers();
        if (isDelivered) {
            answer(
                    done,
                    200,
                    answers.delivered(channel.alloc(), close, done.accepted(), deadLettered, done.rejected()));
        } else {
            answer(done, 202, answers.accepted(channel.alloc(), close, done.accepted(), done.rejected()));
        }
    }

    /// The events of a request in Delivered mode have come to their end.
    void settled(Reply settled, int deadLettered, int lost) {
        if (!channel.isActive()) {
            return;
        }
        if (lost > 0) {
            var detail = lost + " of " + settled.accepted() + " events were given up when this pod stopped; send again";
            var refusal = Refusal.of(ProblemType.NOT_DELIVERED, detail).retryAfter(1);
            boolean close = settled.mustClose || door.isClosing();
            answer(settled, 503, door.answers().refusal(channel.alloc(), refusal, close, false));
        } else {
            succeed(settled, deadLettered, true);
        }
    }

    private void answer(Reply answered, int status, ByteBuf bytes) {
        answered.status = status;
        answered.bytes = bytes;
        answered.mustClose |= door.isClosing();
        writeReady();
    }

    /// Writes what may be written: answers in the order of their requests, and a `100 Continue` when it is its turn.
    private void writeReady() {
        for (var next = replies.peek(); next != null && next.bytes != null; next = replies.peek()) {
            replies.poll();
            var _ = channel.write(next.bytes);
            next.bytes = null;
            door.meter().answered(next.status, door.nanoTime() - next.startedNanos);
            if (next.mustClose) {
                endAfterLastAnswer();
                return;
            }
        }
        var waiting = replies.peek();
        if (waiting != null && waiting.awaitsContinue) {
            waiting.awaitsContinue = false;
            var _ = channel.write(channel.alloc().buffer(CONTINUE.length).writeBytes(CONTINUE));
        }
        if (!inRead) {
            channel.flush();
        }
        updateReading();
    }

    /// Ends our side and waits a little for the other to end: closing with unread bytes in the socket sends a reset,
    /// which can destroy the answer on its way.
    private void endAfterLastAnswer() {
        enter(Phase.ENDING, LINGER_NANOS_MAX);
        dropBody();
        dropReplies();
        var _ = channel.writeAndFlush(channel.alloc().buffer(0)).addListener((ChannelFutureListener) written -> {
            if (written.isSuccess()) {
                var _ = channel.shutdownOutput();
            } else {
                var _ = channel.close();
            }
        });
        channel.config().setAutoRead(true);
    }

    private void updateReading() {
        boolean read = phase == Phase.ENDING || (channel.isWritable() && replies.size() < PIPELINED_MAX);
        if (channel.config().isAutoRead() != read) {
            channel.config().setAutoRead(read);
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        unreadDeadlineNanos = channel.isWritable() ? Long.MAX_VALUE : door.nanoTime() + UNREAD_NANOS_MAX;
        updateReading();
    }

    /// Called every second: ends what takes too long.
    void tick(long nowNanos) {
        if (unreadDeadlineNanos != Long.MAX_VALUE && nowNanos - unreadDeadlineNanos > 0) {
            closeNow();
            return;
        }
        if (!channel.config().isAutoRead()) {
            deadlineNanos = nowNanos + BODY_NANOS_MAX;
        }
        if (nowNanos - deadlineNanos <= 0) {
            return;
        }
        switch (phase) {
            case IDLE -> {
                if (replies.isEmpty()) {
                    closeNow();
                }
            }
            case HEAD -> tooSlow("the headers", TimeUnit.NANOSECONDS.toSeconds(HEAD_NANOS_MAX));
            case BODY -> tooSlow("the body", TimeUnit.NANOSECONDS.toSeconds(BODY_NANOS_MAX));
            case SKIP -> closeNow();
            case ENDING -> {
                if (replies.isEmpty()) {
                    closeNow();
                }
            }
        }
    }

    private void tooSlow(String what, long seconds) {
        var late = phase == Phase.BODY ? reply : null;
        if (late == null) {
            late = new Reply(this, door.nanoTime(), false, true);
            replies.add(late);
        }
        refuse(late, Refusal.of(ProblemType.TOO_SLOW, what + " did not arrive within " + seconds + " s"), true);
    }

    boolean isIdle() {
        return phase == Phase.IDLE && replies.isEmpty();
    }

    void closeNow() {
        var _ = channel.close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        phase = Phase.ENDING;
        dropBody();
        dropReplies();
        door.gone(this);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (!(cause instanceof IOException)) {
            LOG.error("A fault while serving {}: the connection is closed", channel.remoteAddress(), cause);
        }
        var _ = channel.close();
    }

    private void dropBody() {
        if (body != null) {
            body.release();
            body = null;
        }
        headers = null;
    }

    private void dropReplies() {
        for (var dropped : replies) {
            if (dropped.bytes != null) {
                dropped.bytes.release();
                dropped.bytes = null;
            }
        }
        replies.clear();
    }
}
