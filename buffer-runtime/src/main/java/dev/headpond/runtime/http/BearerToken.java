package dev.headpond.runtime.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The token that producers must send. Read anew for each request, since a Secret may be rotated at any time.
final class BearerToken {
    private static final String SCHEME = "Bearer ";

    private final Supplier<byte[]> expected;

    /// @param expected the token as it is now; empty when it cannot be read, and then nobody gets in
    BearerToken(Supplier<byte[]> expected) {
        this.expected = expected;
    }

    /// Takes the same time wherever the first difference is.
    boolean matches(@Nullable String authorization) {
        if (authorization == null || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return false;
        }
        var sent = authorization.substring(SCHEME.length()).strip().getBytes(StandardCharsets.UTF_8);
        var token = expected.get();
        return token.length > 0 && MessageDigest.isEqual(token, sent);
    }
}
