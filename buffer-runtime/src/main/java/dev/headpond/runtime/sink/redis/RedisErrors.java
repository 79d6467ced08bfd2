package dev.headpond.runtime.sink.redis;

import dev.headpond.runtime.sink.Outcome;
import dev.headpond.runtime.sink.Outcome.Misconfigured;
import dev.headpond.runtime.sink.Outcome.Retryable;
import io.lettuce.core.RedisCommandExecutionException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// What an error of Redis means for a batch: one table. None of them applied anything that the script's memory does
/// not know of.
final class RedisErrors {
    /// @param mustReconnect a new connection may reach another server, or log in with another password
    record Meaning(Outcome outcome, boolean mustReconnect) {}

    private enum Kind {
        RETRY,
        CONFIGURE;

        Outcome outcome(String reason) {
            return switch (this) {
                case RETRY -> new Retryable(reason);
                case CONFIGURE -> new Misconfigured(reason);
            };
        }
    }

    private record Row(Pattern code, Kind kind, boolean mustReconnect, String words) {
        static Row of(String code, Kind kind, boolean mustReconnect, String words) {
            return new Row(Pattern.compile("(^|[^A-Za-z])" + code + "\\b"), kind, mustReconnect, words);
        }
    }

    /// The first match counts: an error inside of a script comes wrapped in another one, its code somewhere within.
    private static final List<Row> TABLE = List.of(
            Row.of("LOADING", Kind.RETRY, false, "Redis loads its data"),
            Row.of("CLUSTERDOWN", Kind.RETRY, false, "the Redis cluster is down"),
            Row.of("MASTERDOWN", Kind.RETRY, true, "the replica has lost its primary"),
            Row.of("READONLY", Kind.RETRY, true, "this Redis is a replica now (fail-over?)"),
            Row.of("OOM", Kind.RETRY, false, "Redis is at maxmemory"),
            Row.of("MISCONF", Kind.RETRY, false, "Redis cannot save to its disk"),
            Row.of("NOREPLICAS", Kind.RETRY, false, "Redis misses replicas (min-replicas-to-write)"),
            Row.of("TRYAGAIN", Kind.RETRY, false, "the Redis cluster moves a slot"),
            Row.of("BUSY", Kind.RETRY, false, "Redis is busy with a script"),
            Row.of("max number of clients reached", Kind.RETRY, true, "Redis is at maxclients"),
            Row.of("NOAUTH", Kind.CONFIGURE, true, "Redis asks for a password: set sink.redis.passwordSecret"),
            Row.of("WRONGPASS", Kind.CONFIGURE, true, "Redis refuses user or password"),
            Row.of("invalid password", Kind.CONFIGURE, true, "Redis refuses user or password"),
            Row.of("without any password configured", Kind.CONFIGURE, true, "Redis has no password, but one is set"),
            Row.of("NOPERM", Kind.CONFIGURE, true, "the Redis user lacks a right (XADD, XTRIM, H*, EVALSHA, EVAL)"),
            Row.of("WRONGTYPE", Kind.CONFIGURE, false, "sink.redis.stream is a key of another type"),
            Row.of("MOVED", Kind.CONFIGURE, true, "this node of the Redis cluster does not serve the stream"),
            Row.of("ASK", Kind.RETRY, false, "the Redis cluster moves a slot"),
            Row.of("CROSSSLOT", Kind.CONFIGURE, false, "stream and memory lie in different cluster slots"),
            Row.of("appendonly is disabled", Kind.CONFIGURE, false, "durability AppendOnlyFile needs appendonly yes"),
            Row.of(
                    "(unknown|Unknown) command '?`?WAITAOF",
                    Kind.CONFIGURE,
                    true,
                    "durability AppendOnlyFile needs WAITAOF: Redis 7.2 or newer, or Valkey"),
            Row.of("(unknown|Unknown) (Redis )?command", Kind.CONFIGURE, true, "this server lacks a command"),
            Row.of("DB index is out of range", Kind.CONFIGURE, true, "the database number in sink.redis.uri is wrong"),
            Row.of("HEADPOND", Kind.CONFIGURE, false, "two writers use one name"));

    private RedisErrors() {}

    static boolean isScriptUnknown(Throwable error) {
        return error instanceof RedisCommandExecutionException
                && error.getMessage() != null
                && error.getMessage().startsWith("NOSCRIPT");
    }

    /// A reply of the server: empty for everything that is none.
    static @Nullable Meaning ofReply(Throwable error) {
        for (Throwable e = error; e != null; e = e.getCause()) {
            if (e instanceof RedisCommandExecutionException) {
                return ofText(e.getMessage() == null ? "" : e.getMessage());
            }
        }
        return null;
    }

    static Meaning ofText(String text) {
        var line = text.replaceAll("\\s+", " ").strip();
        for (var row : TABLE) {
            if (row.code().matcher(line).find()) {
                var reason = row.words() + " (" + line + ")";
                return new Meaning(row.kind().outcome(reason), row.mustReconnect());
            }
        }
        return new Meaning(new Retryable("Redis answered: " + line), false);
    }

    /// Why there is no connection. Nothing was sent.
    static Outcome ofConnect(String server, Throwable error) {
        var reply = ofReply(error);
        if (reply != null) {
            return reply.outcome();
        }
        Throwable root = error;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        if (root instanceof SSLException || root instanceof java.security.cert.CertificateException) {
            return new Misconfigured("no TLS with " + server + ": " + root.getMessage());
        }
        var why = root instanceof UnknownHostException ? "its name is not known" : root.getMessage();
        return new Retryable("no connection to " + server + ": " + why);
    }
}
