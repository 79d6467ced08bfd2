package dev.headpond.playground.apiserver.kinds;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// The types that are there from the start.
final class BuiltInTypes {
    private static final Set<String> IN_ALL =
            Set.of("pods", "services", "deployments", "replicasets", "statefulsets", "horizontalpodautoscalers");
    private static final Set<String> SCALED = Set.of("deployments", "replicasets", "statefulsets");

    /// apiVersion, plural, kind, N if namespaced, short name, S if `/status` is there, then columns
    /// `name=path`.
    private static final String TABLE = """
            v1 namespaces Namespace - ns S Status=.status.phase
            v1 pods Pod N po S Ready=@podReady Status=@podStatus Restarts=@restarts IP=.status.podIP
            v1 services Service N svc S Type=.spec.type Cluster-IP=.spec.clusterIP Port(s)=@servicePorts
            v1 configmaps ConfigMap N cm - Data=@entries
            v1 secrets Secret N - - Type=.type Data=@entries
            v1 serviceaccounts ServiceAccount N sa -
            v1 persistentvolumeclaims PersistentVolumeClaim N pvc S Status=.status.phase
            v1 events Event N ev - Type=.type Reason=.reason Object=@regarding Message=.message
            events.k8s.io/v1 events Event N ev - Type=.type Reason=.reason Object=@regarding Note=.note
            apps/v1 deployments Deployment N deploy S Ready=@replicasReady Up-to-date=@updated Available=@available
            apps/v1 replicasets ReplicaSet N rs S Desired=.spec.replicas Ready=@replicasReady
            apps/v1 statefulsets StatefulSet N sts S Ready=@replicasReady
            policy/v1 poddisruptionbudgets PodDisruptionBudget N pdb S Min=.spec.minAvailable Max=.spec.maxUnavailable
            autoscaling/v2 horizontalpodautoscalers HorizontalPodAutoscaler N hpa S Max=.spec.maxReplicas
            networking.k8s.io/v1 networkpolicies NetworkPolicy N netpol -
            discovery.k8s.io/v1 endpointslices EndpointSlice N - - Addresses=.endpoints[*].addresses
            coordination.k8s.io/v1 leases Lease N - - Holder=.spec.holderIdentity
            rbac.authorization.k8s.io/v1 roles Role N - -
            rbac.authorization.k8s.io/v1 rolebindings RoleBinding N - - Role=.roleRef.name
            rbac.authorization.k8s.io/v1 clusterroles ClusterRole - - -
            rbac.authorization.k8s.io/v1 clusterrolebindings ClusterRoleBinding - - - Role=.roleRef.name
            apiextensions.k8s.io/v1 customresourcedefinitions CustomResourceDefinition - crd S
            """;

    private BuiltInTypes() {}

    static List<ResourceType> all() {
        return TABLE.lines().map(line -> type(line.split(" ", -1))).toList();
    }

    private static ResourceType type(String[] row) {
        var groupVersion = row[0].split("/", -1);
        var plural = row[1];
        var columns = new ArrayList<Column>();
        Arrays.stream(row)
                .skip(6)
                .map(cell -> cell.split("=", 2))
                .forEach(at -> columns.add(Column.text(at[0], at[1])));
        columns.add(Column.AGE);
        return new ResourceType(
                groupVersion.length == 1 ? "" : groupVersion[0],
                groupVersion[groupVersion.length - 1],
                plural,
                row[2].toLowerCase(Locale.ROOT),
                row[2],
                row[3].equals("N"),
                row[4].equals("-") ? List.of() : List.of(row[4]),
                IN_ALL.contains(plural) ? List.of("all") : List.of(),
                row[5].equals("S"),
                SCALED.contains(plural) ? Optional.of(ScalePaths.WORKLOAD) : Optional.empty(),
                List.copyOf(columns),
                Optional.empty());
    }
}
