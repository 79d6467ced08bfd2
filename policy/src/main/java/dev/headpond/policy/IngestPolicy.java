package dev.headpond.policy;

import java.time.Duration;
import java.util.Optional;

/// The door: where producers connect and what they may send.
///
/// @param port TCP port for events, 1024..65535, not the management port
/// @param maxRequestBytes largest request body after decompression
/// @param maxEventBytes largest single event; never over [BatchPolicy#maxBytes], or it could never be delivered
/// @param idleTimeout how long a silent producer's connection is kept; longer than the balancers before it
/// @param tlsSecret the Secret with `tls.crt` and `tls.key`, or empty for plain HTTP
/// @param bearerToken where the token stands that producers must send, or empty for none
public record IngestPolicy(
        int port,
        long maxRequestBytes,
        long maxEventBytes,
        Duration idleTimeout,
        Optional<String> tlsSecret,
        Optional<SecretKey> bearerToken) {
    public IngestPolicy {
        Bounds.PORT.require("ingest.port", port);
        Bounds.REQUEST_BYTES_MAX.require("ingest.maxRequestBytes", maxRequestBytes);
        Bounds.EVENT_BYTES_MAX.require("ingest.maxEventBytes", maxEventBytes);
        Bounds.INGEST_IDLE_TIMEOUT.require("ingest.idleTimeout", idleTimeout);
    }
}
