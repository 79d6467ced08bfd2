package dev.headpond.policy;

import java.util.Optional;

/// All that one pod is told, locked in when it starts. Written by the operator as `policy.json` into an immutable
/// ConfigMap, read once by the runtime. Built only by [PolicyReader], which reports every broken bound.
public record Policy(
        String name,
        IngestPolicy ingest,
        AdmissionPolicy admission,
        BufferPolicy buffer,
        BatchPolicy batch,
        RetryPolicy retry,
        Optional<DeadLetterPolicy> deadLetter,
        SinkPolicy sink) {
    /// @param name `namespace/name` of the buffer, for logs and metrics
    public Policy {
        Rules.require(ingest, admission, buffer, batch, retry);
    }
}
