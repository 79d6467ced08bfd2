#!/bin/bash
# up.sh: starts a one-node Kubernetes without Docker, in a network namespace of its own. About 10 seconds when build.sh has
# run before. Safe to run again: what runs already is left alone. See README.md.
set -euo pipefail
. "$(dirname "$0")/settings.sh"
. "$here/network.sh"
. "$here/certificates.sh"
. "$here/processes.sh"

say() { printf 'testcluster: %s (%d s)\n' "$*" "$SECONDS"; }

# configure FILE DIRECTORY: writes conf/FILE there, with its @placeholders@ filled in.
configure() {
  sed -e "s|@run@|$run|g" -e "s|@node@|$node|g" -e "s|@node_ip@|$node_ip|g" -e "s|@pod_cidr@|$pod_cidr|g" \
    -e "s|@pod_gateway@|$pod_gateway|g" -e "s|@cgroup@|$cgroup|g" "$here/conf/$1" >"$2/$1"
}

import_pause_image() {
  ctr --address="$run/containerd.sock" --namespace=k8s.io images ls --quiet | grep -q headpond-e2e/pause:1 && return
  mkdir -p "$run/pause"
  cp "$bin/pause" "$run/pause/"
  "$here/pack-image.sh" headpond-e2e/pause:1 "$run/pause" "$run/pause.tar" /pause
  "$here/image-import.sh" "$run/pause.tar" >/dev/null
}

start_etcd() {
  start etcd "$bin/kube" etcd --name=node --data-dir="$run/etcd" --unsafe-no-fsync \
    --listen-client-urls=http://127.0.0.1:2379 --advertise-client-urls=http://127.0.0.1:2379 \
    --listen-peer-urls=http://127.0.0.1:2380 --initial-advertise-peer-urls=http://127.0.0.1:2380 \
    --initial-cluster=node=http://127.0.0.1:2380
}

start_apiserver() {
  local pki=$run/pki
  start kube-apiserver "$bin/kube" kube-apiserver --etcd-servers=http://127.0.0.1:2379 \
    --bind-address=0.0.0.0 --secure-port=6443 --advertise-address="$node_ip" --service-cluster-ip-range="$service_cidr" \
    --authorization-mode=Node,RBAC --enable-admission-plugins=NodeRestriction --allow-privileged \
    --client-ca-file="$pki/ca.crt" --tls-cert-file="$pki/apiserver.crt" --tls-private-key-file="$pki/apiserver.key" \
    --service-account-issuer=https://kubernetes.default.svc.cluster.local \
    --service-account-key-file="$pki/service-accounts.key" --service-account-signing-key-file="$pki/service-accounts.key" \
    --kubelet-client-certificate="$pki/admin.crt" --kubelet-client-key="$pki/admin.key" \
    --kubelet-certificate-authority="$pki/ca.crt" --kubelet-preferred-address-types=InternalIP \
    --requestheader-client-ca-file="$pki/ca.crt" --requestheader-allowed-names=front-proxy \
    --requestheader-username-headers=X-Remote-User --requestheader-group-headers=X-Remote-Group \
    --requestheader-extra-headers-prefix=X-Remote-Extra- \
    --proxy-client-cert-file="$pki/front-proxy.crt" --proxy-client-key-file="$pki/front-proxy.key" \
    --audit-policy-file="$run/conf/audit.yaml" --audit-log-path="$audit_log" --audit-log-mode=blocking
}

start_control_plane() {
  local pki=$run/pki
  start kube-controller-manager "$bin/kube" kube-controller-manager --kubeconfig="$pki/controllers.conf" \
    --authentication-kubeconfig="$pki/controllers.conf" --authorization-kubeconfig="$pki/controllers.conf" \
    --bind-address=127.0.0.1 --leader-elect=false --use-service-account-credentials \
    --root-ca-file="$pki/ca.crt" --service-account-private-key-file="$pki/service-accounts.key" \
    --cluster-signing-cert-file="$pki/ca.crt" --cluster-signing-key-file="$pki/ca.key"
  start kube-scheduler "$bin/kube" kube-scheduler --kubeconfig="$pki/scheduler.conf" \
    --authentication-kubeconfig="$pki/scheduler.conf" --authorization-kubeconfig="$pki/scheduler.conf" \
    --bind-address=127.0.0.1 --leader-elect=false
}

start_node() {
  cgroups_up
  start kubelet "$bin/kube" kubelet --config="$run/conf/kubelet.yaml" --kubeconfig="$run/pki/kubelet.conf" \
    --hostname-override="$node" --node-ip="$node_ip" --root-dir="$run/kubelet" --cert-dir="$run/pki"
  start kube-proxy "$bin/kube" kube-proxy --config="$run/conf/kube-proxy.yaml"
  start volumes "$bin/kube" volumes --kubeconfig="$run/pki/admin.conf" --directory="$run/volumes"
  start coredns "$bin/dns" -conf "$run/conf/Corefile"
}

install_packages containerd containernetworking-plugins iproute2 jq nftables openssl procps runc
[[ -x $bin/kube && -x $bin/dns && -x $bin/pause && -x $bin/helm ]] || "$here/build.sh"
say "programs are there"

mkdir -p "$run"/{cni,conf,kubelet,logs,pids,pki,volumes}
network_up
certificates
for file in containerd.toml kubelet.yaml kube-proxy.yaml Corefile audit.yaml; do configure "$file" "$run/conf"; done
configure pods.conflist "$run/cni"
export KUBECONFIG=$kubeconfig

start_etcd
start containerd containerd --config "$run/conf/containerd.toml"
start_apiserver
wait_for 60 containerd ctr --address="$run/containerd.sock" version
import_pause_image
wait_for 120 "API server" kubectl get --raw /readyz
say "API server is ready"
start_control_plane
start_node
kubectl apply --filename="$here/conf/storage-class.yaml" >/dev/null
wait_for 120 node kubectl get node "$node"
kubectl wait --for=condition=Ready "node/$node" --timeout=120s >/dev/null
wait_for 60 "service accounts" kubectl get serviceaccount default
say "node is ready: export KUBECONFIG=$kubeconfig PATH=$bin:\$PATH"
