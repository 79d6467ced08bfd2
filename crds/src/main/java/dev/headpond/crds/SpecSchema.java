package dev.headpond.crds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import java.util.List;
import java.util.Map;

/// The proper shape of a spec, for the CRD's schema and `kubectl explain` only: nothing is ever read into it, see
/// [IngestionBufferSpec]. Sizes are [IntOrString] (quantities), durations are texts. Bounds and rules are added when
/// the
/// schema is made.
record SpecSchema(
        @JsonPropertyDescription("Where the buffers run.") Placement placement,

        @JsonPropertyDescription("The door: where producers connect and what they may send.")
        Ingest ingest,

        @JsonPropertyDescription("The token bucket of each pod. It counts events, never requests.")
        Admission admission,

        @JsonPropertyDescription("The ring of each pod that holds events until the sink has them.")
        Buffer buffer,

        @JsonPropertyDescription("How events are grouped for the sink. A batch is cut at whichever limit comes first.")
        Batch batch,

        @JsonPropertyDescription("How a batch is repeated that the sink did not take. Backoff is jittered.")
        Retry retry,

        @JsonPropertyDescription(
                "Where events go that the sink will never take. Without it they are logged, counted and gone.")
        DeadLetter deadLetter,

        @JsonPropertyDescription("The database behind the buffer: exactly one of redis and cassandra.")
        Sink sink,

        @JsonPropertyDescription("How many pods there are.") Scaling scaling,

        @JsonPropertyDescription("What the pods are given beside their policy.")
        Pod pod) {

    enum PlacementMode {
        Standalone,
        Sidecar
    }

    record Placement(
            @JsonPropertyDescription("Standalone (default): pods of their own. Sidecar: injected into pods with the"
                    + " label headpond.dev/inject: <name of this buffer>.")
            PlacementMode mode,

            @JsonPropertyDescription("With Standalone: pods that the buffers should be near to, best on the same node,"
                    + " else in the same zone. A wish, never a condition.")
            LabelSelector near) {}

    record Ingest(
            @JsonPropertyDescription("TCP port of POST /v1/events, default 8080.")
            int port,

            @JsonPropertyDescription("Largest request after decompression, default 4Mi.")
            IntOrString maxRequestBytes,

            @JsonPropertyDescription("Largest single event, default 256Ki. Never over batch.maxBytes.")
            IntOrString maxEventBytes,

            @JsonPropertyDescription(
                    "How long a silent connection is kept, default 75s. Keep it longer than that of the"
                            + " balancers before it.")
            String idleTimeout,

            @JsonPropertyDescription("Serve HTTPS with this certificate.")
            Tls tls,

            @JsonPropertyDescription("Ask producers for a bearer token.")
            Auth auth) {}

    record Tls(
            @JsonPropertyDescription("Secret with tls.crt and tls.key.")
            String secretName) {}

    record Auth(
            @JsonPropertyDescription("Where the token stands.")
            SecretKeyRef bearerTokenSecret) {}

    record SecretKeyRef(
            @JsonPropertyDescription("Secret in the namespace of the buffer.")
            String name,

            @JsonPropertyDescription("Key in that Secret.") String key) {}

    record Admission(
            @JsonPropertyDescription("Events that one pod takes each second, default 12000.")
            long eventsPerSecond,

            @JsonPropertyDescription(
                    "Events that it takes at once, default half a second's worth. At least one batch, at"
                            + " most ten seconds' worth.")
            long burst) {}

    enum Acknowledge {
        Buffered,
        Journaled,
        Delivered
    }

    record Buffer(
            @JsonPropertyDescription("Size of the ring, default 128Mi.")
            IntOrString capacity,

            @JsonPropertyDescription(
                    "At this fill the ring is flushed at once and new events are refused (429)," + " default 80.")
            int highWaterMarkPercent,

            @JsonPropertyDescription("Below this fill events are taken again, default ten below the high one.")
            int lowWaterMarkPercent,

            @JsonPropertyDescription(
                    "What has happened before a producer is answered. Buffered (default): the event is in"
                            + " the ring. Journaled: on the pod's volume. Delivered: in the sink.")
            Acknowledge acknowledge,

            @JsonPropertyDescription("The volume of each pod with acknowledge: Journaled.")
            Journal journal) {}

    record Journal(
            @JsonPropertyDescription("Size of the volume, default 10Gi. It can grow, never shrink.")
            IntOrString size,

            @JsonPropertyDescription("StorageClass of the volume; without it the cluster's default.")
            String storageClassName) {}

    record Batch(
            @JsonPropertyDescription("Most events, default 200.")
            int maxEvents,

            @JsonPropertyDescription("Most bytes, default 2Mi.")
            IntOrString maxBytes,

            @JsonPropertyDescription("Longest wait for more events, default 5ms.")
            String maxDelay) {}

    enum Jitter {
        Full
    }

    record Retry(
            @JsonPropertyDescription("Upper end of the first pause, default 50ms.")
            String initialBackoff,

            @JsonPropertyDescription("Upper end of the longest pause, default 500ms.")
            String maxBackoff,

            @JsonPropertyDescription("How the pause grows from attempt to attempt, default 2.")
            int multiplier,

            @JsonPropertyDescription("Full (default): a pause is drawn between zero and its upper end.")
            Jitter jitter,

            @JsonPropertyDescription(
                    "Retries for each hundred first attempts, default 10. When it is spent, the lane waits;"
                            + " nothing is dropped.")
            int budgetPercent) {}

    record DeadLetter(
            @JsonPropertyDescription("Key of a Redis stream at the sink's own server.")
            String redisStream) {}

    record Sink(
            @JsonPropertyDescription(
                    "Writers of each pod with one batch in flight each, default 4. With 1 the order of a"
                            + " whole pod is kept.")
            int lanes,

            @JsonPropertyDescription("Longest wait for the sink's answer, default 2s.")
            String requestTimeout,

            @JsonPropertyDescription(
                    "After this silence a connection to the sink is given up and made anew, default 2s.")
            String idleTimeout,

            @JsonPropertyDescription(
                    "What the sink may get from all pods together. maxReplicas x eventsPerSecond must" + " fit.")
            long maxEventsPerSecond,

            @JsonPropertyDescription("Write to a Redis stream.")
            Redis redis,

            @JsonPropertyDescription("Write to a Cassandra table.")
            Cassandra cassandra) {}

    enum Durability {
        Memory,
        AppendOnlyFile
    }

    record Redis(
            @JsonPropertyDescription("redis://host:port, or rediss:// for TLS, without credentials.")
            String uri,

            @JsonPropertyDescription("Key of the stream.") String stream,

            @JsonPropertyDescription("Entries that the stream keeps, about; without it all of them.")
            long maxLength,

            @JsonPropertyDescription("ACL user; without it the default user.")
            String username,

            @JsonPropertyDescription("Where the password stands.")
            SecretKeyRef passwordSecret,

            @JsonPropertyDescription("When an event counts as delivered. Memory (default): Redis answered."
                    + " AppendOnlyFile: it stands in the append-only file (Redis 7.2 or newer).")
            Durability durability) {}

    enum Mapping {
        Envelope,
        Json
    }

    record Cassandra(
            @JsonPropertyDescription("host or host:port, at least one.")
            List<String> contactPoints,

            @JsonPropertyDescription("The data centre that is near.")
            String localDatacenter,

            @JsonPropertyDescription("Keyspace of the table.")
            String keyspace,

            @JsonPropertyDescription("Table that gets one row an event.")
            String table,

            @JsonPropertyDescription(
                    "Envelope (default): id, time and the event as bytes. Json: the event's fields are" + " columns.")
            Mapping mapping,

            @JsonPropertyDescription("Consistency of the writes, default LOCAL_QUORUM.")
            String consistency,

            @JsonPropertyDescription("Secret with username and password.")
            String credentialsSecret) {}

    enum ScalingMode {
        Automatic,
        Recommend,
        External
    }

    record Scaling(
            @JsonPropertyDescription(
                    "Automatic (default): Headpond scales. Recommend: it says what it would do. External:"
                            + " an HPA, KEDA or a person sets replicas.")
            ScalingMode mode,

            @JsonPropertyDescription("Pods with External; what the scale subresource reads and writes.")
            int replicas,

            @JsonPropertyDescription("Never fewer pods, default 1.")
            int minReplicas,

            @JsonPropertyDescription("Never more pods, default 3.")
            int maxReplicas,

            @JsonPropertyDescription("Fill of the rings over which more delivery is wanted, default 50.")
            int targetQueueDepthPercent,

            @JsonPropertyDescription("Share of refused events over which more admission is wanted, default \"0.12%\".")
            String maxRateLimitedRatio,

            @JsonPropertyDescription("How fast it may go, in the words of autoscaling/v2.")
            Behavior behavior) {}

    record Behavior(
            @JsonPropertyDescription("Rules for more pods.") Direction scaleUp,

            @JsonPropertyDescription("Rules for fewer pods.")
            Direction scaleDown) {}

    enum Select {
        Max,
        Min,
        Disabled
    }

    record Direction(
            @JsonPropertyDescription(
                    "Seconds of past recommendations that bind the present one, default 0 up and 300 down.")
            int stabilizationWindowSeconds,

            @JsonPropertyDescription("Which of the policies counts: Max (default), Min, or Disabled for never.")
            Select selectPolicy,

            @JsonPropertyDescription("How far one period may go; empty means no bound of this kind.")
            List<Rate> policies) {}

    enum RateType {
        Pods,
        Percent
    }

    record Rate(
            @JsonPropertyDescription("What value counts: Pods (default), or Percent of the pods at the period's start.")
            RateType type,

            @JsonPropertyDescription("Most that may change in one period, default 1.")
            int value,

            @JsonPropertyDescription("Length of the period, default 60.")
            int periodSeconds) {}

    record Pod(
            @JsonPropertyDescription("Memory and CPU. The default memory limit is 1Gi.")
            Resources resources,

            @JsonPropertyDescription("Labels that a node must have.")
            Map<String, String> nodeSelector,

            @JsonPropertyDescription("Taints that the pods bear.")
            List<Toleration> tolerations,

            @JsonPropertyDescription("How the pods are spread; without a labelSelector it counts this buffer's pods.")
            List<TopologySpreadConstraint> topologySpreadConstraints,

            @JsonPropertyDescription("PriorityClass of the pods.")
            String priorityClassName,

            @JsonPropertyDescription("Further labels. Keys of headpond.dev and app.kubernetes.io belong to Headpond.")
            Map<String, String> labels,

            @JsonPropertyDescription("Further annotations. Keys of headpond.dev belong to Headpond.")
            Map<String, String> annotations,

            @JsonPropertyDescription("Run as this ServiceAccount; without it Headpond makes one without rights.")
            String serviceAccountName) {}

    record Resources(
            @JsonPropertyDescription("What a pod may use at most.")
            Map<String, Quantity> limits,

            @JsonPropertyDescription("What a pod is sure to get.")
            Map<String, Quantity> requests) {}
}
