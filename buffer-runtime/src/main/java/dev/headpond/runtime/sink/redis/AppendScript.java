package dev.headpond.runtime.sink.redis;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.OptionalLong;

/// The script that appends a batch, and the names of what it touches.
///
/// Entry: one field, `event`, with the event's bytes as they were sent.
///
/// Memory of what was applied: the hash `{stream}:headpond:<writer>`, in the stream's cluster slot. Field: the lane.
/// Value: `<number>:<applied>`, the last batch of that lane and how many of its entries stand in the stream. A batch
/// that is sent again goes on behind them; one that is complete appends nothing. A script is not rolled back when it
/// stops half-way, so the offset is needed.
///
/// The expiry is renewed by repeats too: it is a write, and WAITAOF waits only for what its own connection wrote.
final class AppendScript {
    /// How long a repeated batch is recognised after the writer's last write.
    static final Duration MEMORY = Duration.ofDays(7);

    static final String LUA = """
            local at = redis.call('HGET', KEYS[2], ARGV[1])
            local number, applied = 0, 0
            if at then
              local n, a = string.match(at, '^(%d+):(%d+)$')
              number, applied = tonumber(n), tonumber(a)
            end
            local mine = tonumber(ARGV[2])
            if mine < number then
              return redis.error_reply('HEADPOND lane ' .. ARGV[1] .. ' stands at ' .. at .. ', behind batch ' .. ARGV[2])
            end
            if mine > number then applied = 0 end
            local appended, failure = 0, nil
            for i = applied + 5, #ARGV do
              local entry = redis.pcall('XADD', KEYS[1], '*', 'event', ARGV[i])
              if type(entry) == 'table' and entry.err then
                failure = entry
                break
              end
              appended = appended + 1
            end
            if failure and appended == 0 then return failure end
            if appended > 0 then
              redis.call('HSET', KEYS[2], ARGV[1], ARGV[2] .. ':' .. (applied + appended))
              if ARGV[3] ~= '0' then redis.call('XTRIM', KEYS[1], 'MAXLEN', '~', ARGV[3]) end
            end
            redis.call('PEXPIRE', KEYS[2], ARGV[4])
            return failure or appended
            """;

    static final byte[] TEXT = LUA.getBytes(StandardCharsets.UTF_8);
    static final byte[] SHA1 = sha1(TEXT);

    final byte[] stream;
    final byte[] memory;
    final byte[] maxLength;
    final byte[] expiryMillis = ascii(MEMORY.toMillis());

    /// @param writer who numbers the batches: never two that start again from 1 under one name
    AppendScript(String stream, String writer, OptionalLong maxLength) {
        this.stream = stream.getBytes(StandardCharsets.UTF_8);
        this.memory = memoryKey(stream, writer).getBytes(StandardCharsets.UTF_8);
        this.maxLength = ascii(maxLength.orElse(0));
    }

    /// A key in the same cluster slot as the stream: by the stream's own hash tag, where it has one.
    static String memoryKey(String stream, String writer) {
        int open = stream.indexOf('{');
        int close = open < 0 ? -1 : stream.indexOf('}', open);
        boolean hasTag = close > open + 1;
        return hasTag ? stream + ":headpond:" + writer : "{" + stream + "}:headpond:" + writer;
    }

    static byte[] ascii(long number) {
        return Long.toString(number).getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] sha1(byte[] text) {
        try {
            var digest = MessageDigest.getInstance("SHA-1").digest(text);
            return HexFormat.of().formatHex(digest).getBytes(StandardCharsets.US_ASCII);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-1", e);
        }
    }
}
