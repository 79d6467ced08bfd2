package dev.headpond.operator.desired;

import dev.headpond.operator.resource.Declaration;
import dev.headpond.policy.Bounds;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.ContainerPortBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ProbeBuilder;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;

/// The one container of a buffer pod. Its behaviour comes from the policy's file and from nothing else: the only
/// variable says who it is.
final class BufferContainer {
    private static final String NAME = "buffer";

    private BufferContainer() {}

    static Container of(Declaration declaration, Mounts mounts, String image) {
        return new ContainerBuilder()
                .withName(NAME)
                .withImage(image)
                .withImagePullPolicy("IfNotPresent")
                .withArgs(Mounts.POLICY_DIRECTORY + "/" + PolicyConfigMap.FILE)
                .withEnv(podUid())
                .withPorts(
                        port(PodTemplate.EVENTS, declaration.policy().ingest().port()),
                        port(PodTemplate.MANAGEMENT, Bounds.MANAGEMENT_PORT))
                .withResources(new ResourceRequirementsBuilder()
                        .withLimits(declaration.pod().limits())
                        .withRequests(declaration.pod().requests())
                        .build())
                .withStartupProbe(probe("/livez", 1, 60))
                .withLivenessProbe(probe("/livez", 10, 3))
                .withReadinessProbe(probe("/readyz", 2, 2))
                .withVolumeMounts(mounts.mounts())
                .withSecurityContext(restricted())
                // so that the one line with which a bad policy is refused stands in the pod's status
                .withTerminationMessagePath("/dev/termination-log")
                .withTerminationMessagePolicy("FallbackToLogsOnError")
                .build();
    }

    /// The writer's identity at the sink. `apiVersion` is a default of the server's in a map that is compared as a
    /// whole.
    private static EnvVar podUid() {
        return new EnvVarBuilder()
                .withName("POD_UID")
                .withNewValueFrom()
                .withNewFieldRef()
                .withApiVersion("v1")
                .withFieldPath("metadata.uid")
                .endFieldRef()
                .endValueFrom()
                .build();
    }

    private static ContainerPort port(String name, int number) {
        return new ContainerPortBuilder()
                .withName(name)
                .withContainerPort(number)
                .withProtocol("TCP")
                .build();
    }

    private static Probe probe(String path, int periodSeconds, int failures) {
        return new ProbeBuilder()
                .withNewHttpGet()
                .withPath(path)
                .withPort(new IntOrString(PodTemplate.MANAGEMENT))
                .withScheme("HTTP")
                .endHttpGet()
                .withPeriodSeconds(periodSeconds)
                .withTimeoutSeconds(2)
                .withFailureThreshold(failures)
                .withSuccessThreshold(1)
                .build();
    }

    private static SecurityContext restricted() {
        return new SecurityContextBuilder()
                .withAllowPrivilegeEscalation(false)
                .withReadOnlyRootFilesystem(true)
                .withNewCapabilities()
                .withDrop("ALL")
                .endCapabilities()
                .build();
    }
}
