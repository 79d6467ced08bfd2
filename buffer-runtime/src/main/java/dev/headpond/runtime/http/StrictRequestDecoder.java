package dev.headpond.runtime.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequestDecoder;

/// Netty's decoder, refusing what two servers in a row may read in two ways (request smuggling), and telling when the
/// first bytes of a request arrive.
final class StrictRequestDecoder extends HttpRequestDecoder {
    private static final int REQUEST_LINE_BYTES_MAX = 4 << 10;
    private static final int HEADERS_BYTES_MAX = 16 << 10;
    /// A body is handed on in pieces of up to this size: whole requests of a hundred events fit.
    private static final int PIECE_BYTES_MAX = 64 << 10;

    private final Runnable onBytes;

    StrictRequestDecoder(Runnable onBytes) {
        super(new HttpDecoderConfig()
                .setMaxInitialLineLength(REQUEST_LINE_BYTES_MAX)
                .setMaxHeaderSize(HEADERS_BYTES_MAX)
                .setMaxChunkSize(PIECE_BYTES_MAX)
                .setStrictLineParsing(true));
        this.onBytes = onBytes;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object bytes) throws Exception {
        onBytes.run();
        super.channelRead(ctx, bytes);
    }

    @Override
    protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
        throw new IllegalArgumentException("Content-Length and Transfer-Encoding exclude each other");
    }
}
