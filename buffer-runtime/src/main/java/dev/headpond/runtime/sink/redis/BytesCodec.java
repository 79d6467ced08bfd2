package dev.headpond.runtime.sink.redis;

import io.lettuce.core.codec.RedisCodec;
import java.nio.ByteBuffer;

/// Keys and values as they are. Batches are written by [AppendArgs], so this serves only single values.
enum BytesCodec implements RedisCodec<byte[], byte[]> {
    BYTES;

    @Override
    public byte[] decodeKey(ByteBuffer bytes) {
        return copy(bytes);
    }

    @Override
    public byte[] decodeValue(ByteBuffer bytes) {
        return copy(bytes);
    }

    @Override
    public ByteBuffer encodeKey(byte[] key) {
        return ByteBuffer.wrap(key);
    }

    @Override
    public ByteBuffer encodeValue(byte[] value) {
        return ByteBuffer.wrap(value);
    }

    private static byte[] copy(ByteBuffer bytes) {
        var copy = new byte[bytes.remaining()];
        bytes.get(copy);
        return copy;
    }
}
