package dev.headpond.runtime.sink.redis;

import dev.headpond.runtime.sink.Batch;
import io.lettuce.core.protocol.CommandArgs;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/// The arguments of one script call. Events are copied from the ring straight into the connection's buffer, without an
/// object for each, and while the batch is still valid.
final class AppendArgs extends CommandArgs<byte[], byte[]> {
    private static final byte[] LINE_END = {'\r', '\n'};
    /// `$`, a length of up to eight digits, two line ends.
    private static final int EVENT_FRAME_BYTES_MAX = 16;

    private static final int HEAD_BYTES_MAX = 4 << 10;

    private final Batch batch;
    private boolean isEncoded;

    /// @param script the script itself (EVAL) or its digest (EVALSHA)
    AppendArgs(byte[] script, AppendScript append, int lane, long batchNumber, Batch batch) {
        super(BytesCodec.BYTES);
        this.batch = batch;
        add(script).add(2).add(append.stream).add(append.memory);
        add(AppendScript.ascii(lane)).add(AppendScript.ascii(batchNumber));
        add(append.maxLength).add(append.expiryMillis);
    }

    @Override
    public int count() {
        return super.count() + batch.count();
    }

    @Override
    public void encode(ByteBuf to) {
        if (isEncoded) {
            throw new IllegalStateException("a batch is sent once: its events may be gone from the ring");
        }
        isEncoded = true;
        to.ensureWritable((int) batch.bytes() + batch.count() * EVENT_FRAME_BYTES_MAX + HEAD_BYTES_MAX);
        super.encode(to);
        for (int i = 0; i < batch.count(); i++) {
            var event = batch.event(i).duplicate();
            to.writeByte('$');
            to.writeCharSequence(Integer.toString(event.remaining()), StandardCharsets.US_ASCII);
            to.writeBytes(LINE_END).writeBytes(event).writeBytes(LINE_END);
        }
    }

    /// Whether the events are in the connection's buffer, so that the batch may go.
    boolean isEncoded() {
        return isEncoded;
    }
}
