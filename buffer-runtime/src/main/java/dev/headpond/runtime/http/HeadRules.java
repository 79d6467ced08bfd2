package dev.headpond.runtime.http;

import dev.headpond.policy.ByteSize;
import dev.headpond.policy.IngestPolicy;
import dev.headpond.runtime.http.decode.Format;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What can be said of a request by its head alone.
final class HeadRules {
    static final String PATH = "/v1/events";

    private static final String KNOWN_TYPES = "application/json, application/x-ndjson, application/cloudevents+json,"
            + " application/cloudevents-batch+json";

    private final IngestPolicy ingest;
    private final Optional<BearerToken> token;

    HeadRules(IngestPolicy ingest, Optional<BearerToken> token) {
        this.ingest = ingest;
        this.token = token;
    }

    sealed interface Ruling {
        /// @param declaredBytes Content-Length, or -1 for a chunked body
        record Take(Format format, long declaredBytes, boolean expectsContinue) implements Ruling {}

        /// @param mustClose where the end of the request is unknown or too far away to be read over
        record Refuse(Refusal refusal, boolean mustClose) implements Ruling {}
    }

    Ruling rule(HttpRequest request) {
        var broken = framing(request);
        if (broken != null) {
            return new Ruling.Refuse(broken, true);
        }
        long declared = HttpUtil.getContentLength(request, HttpUtil.isTransferEncodingChunked(request) ? -1L : 0L);
        if (declared > ingest.maxRequestBytes()) {
            return new Ruling.Refuse(tooLarge(), true);
        }
        var wrong = target(request);
        if (wrong == null) {
            wrong = content(request.headers());
        }
        var format = format(request.headers());
        boolean expects = request.headers().contains(HttpHeaderNames.EXPECT);
        if (wrong != null || format == null) {
            var refusal = wrong == null ? unknownType() : wrong;
            return new Ruling.Refuse(refusal, expects || declared < 0);
        }
        return new Ruling.Take(format, declared, expects);
    }

    Refusal tooLarge() {
        return Refusal.of(
                ProblemType.REQUEST_TOO_LARGE,
                "at most " + ByteSize.format(ingest.maxRequestBytes())
                        + " (ingest.maxRequestBytes); split the request");
    }

    private static @Nullable Refusal framing(HttpRequest request) {
        if (request.decoderResult().isFailure()) {
            return unreadable(request.decoderResult().cause());
        }
        var version = request.protocolVersion();
        if (!version.equals(HttpVersion.HTTP_1_1) && !version.equals(HttpVersion.HTTP_1_0)) {
            return Refusal.of(ProblemType.HTTP_VERSION, "speak HTTP/1.1");
        }
        var headers = request.headers();
        if (version.equals(HttpVersion.HTTP_1_1)
                && headers.getAll(HttpHeaderNames.HOST).size() != 1) {
            return Refusal.of(ProblemType.MALFORMED_REQUEST, "exactly one Host header is needed");
        }
        var coding = headers.get(HttpHeaderNames.TRANSFER_ENCODING);
        if (coding == null) {
            return null;
        }
        if (version.equals(HttpVersion.HTTP_1_0) || headers.contains(HttpHeaderNames.CONTENT_LENGTH)) {
            return Refusal.of(ProblemType.MALFORMED_REQUEST, "Transfer-Encoding stands alone, and only in HTTP/1.1");
        }
        boolean isChunked = coding.equalsIgnoreCase("chunked")
                && headers.getAll(HttpHeaderNames.TRANSFER_ENCODING).size() == 1;
        return isChunked ? null : Refusal.of(ProblemType.TRANSFER_CODING, "only chunked is known");
    }

    private static Refusal unreadable(Throwable cause) {
        if (cause instanceof TooLongHttpLineException) {
            return Refusal.of(ProblemType.TARGET_TOO_LONG, "events are posted to " + PATH);
        }
        if (cause instanceof TooLongHttpHeaderException) {
            return Refusal.of(ProblemType.HEADERS_TOO_LARGE, "at most 16 KiB of headers are read");
        }
        var message = cause.getMessage();
        return Refusal.of(ProblemType.MALFORMED_REQUEST, message == null ? "it cannot be parsed" : message);
    }

    private @Nullable Refusal target(HttpRequest request) {
        var uri = request.uri();
        int query = uri.indexOf('?');
        if (!(query < 0 ? uri : uri.substring(0, query)).equals(PATH)) {
            return Refusal.of(ProblemType.NOT_FOUND, "events are posted to " + PATH);
        }
        if (!request.method().equals(HttpMethod.POST)) {
            return Refusal.of(ProblemType.METHOD_NOT_ALLOWED, "use POST").withHeader("Allow", "POST");
        }
        if (token.isPresent() && !token.get().matches(request.headers().get(HttpHeaderNames.AUTHORIZATION))) {
            return Refusal.of(ProblemType.UNAUTHORIZED, "send the token as: Authorization: Bearer …")
                    .withHeader("WWW-Authenticate", "Bearer");
        }
        return null;
    }

    private static @Nullable Refusal content(HttpHeaders headers) {
        var expect = headers.get(HttpHeaderNames.EXPECT);
        if (expect != null && !expect.equalsIgnoreCase("100-continue")) {
            return Refusal.of(ProblemType.EXPECTATION_FAILED, "only 100-continue is known");
        }
        var coding = headers.get(HttpHeaderNames.CONTENT_ENCODING);
        if (coding != null && !coding.equalsIgnoreCase("identity")) {
            return Refusal.of(ProblemType.UNSUPPORTED_CODING, "send the body as it is (identity)")
                    .withHeader("Accept-Encoding", "identity");
        }
        return null;
    }

    private static @Nullable Format format(HttpHeaders headers) {
        var type = headers.get(HttpHeaderNames.CONTENT_TYPE);
        var essence = essence(type);
        if (type != null && !isUtf8(type)) {
            return null;
        }
        return switch (essence) {
            case "application/cloudevents+json" -> Format.CLOUDEVENT;
            case "application/cloudevents-batch+json" -> Format.CLOUDEVENT_BATCH;
            default -> headers.contains("ce-specversion") ? Format.CLOUDEVENT_BINARY : plain(essence);
        };
    }

    private static @Nullable Format plain(String essence) {
        return switch (essence) {
            case "application/json" -> Format.JSON;
            case "application/x-ndjson" -> Format.NDJSON;
            default -> null;
        };
    }

    /// Type and subtype in lower case, without parameters; empty where there is none.
    static String essence(@Nullable String contentType) {
        if (contentType == null) {
            return "";
        }
        int parameters = contentType.indexOf(';');
        var type = parameters < 0 ? contentType : contentType.substring(0, parameters);
        return type.strip().toLowerCase(Locale.ROOT);
    }

    static boolean isJson(String essence) {
        return essence.equals("application/json") || essence.equals("text/json") || essence.endsWith("+json");
    }

    private static boolean isUtf8(String contentType) {
        int at = contentType.toLowerCase(Locale.ROOT).indexOf("charset=");
        if (at < 0) {
            return true;
        }
        var charset = contentType
                .substring(at + "charset=".length())
                .replace("\"", "")
                .strip();
        return charset.toLowerCase(Locale.ROOT).startsWith("utf-8");
    }

    private static Refusal unknownType() {
        return Refusal.of(
                        ProblemType.UNSUPPORTED_MEDIA_TYPE,
                        "send one of " + KNOWN_TYPES + " in UTF-8, or a CloudEvent in binary mode (ce- headers)")
                .withHeader("Accept-Post", KNOWN_TYPES);
    }
}
