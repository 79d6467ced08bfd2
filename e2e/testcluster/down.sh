#!/bin/bash
# down.sh [--keep]: stops the cluster. Without --keep its objects, images and volumes are gone; programs stay in $bin.
set -euo pipefail
. "$(dirname "$0")/settings.sh"
. "$here/network.sh"
. "$here/processes.sh"

# What is left in the namespace after the parts and the pods: containerd's shims.
kill_leftovers() {
  local pids
  [[ -e /run/netns/$netns ]] || return 0
  for _ in {1..50}; do
    pids=$(ip netns pids "$netns")
    [[ -n $pids ]] || return 0
    xargs kill -KILL <<<"$pids" 2>/dev/null || true
    sleep 0.1
  done
}

unmount_all() {
  local mount
  awk -v below="$run/" 'index($2, below) == 1 {print $2}' /proc/mounts | sort --reverse | while read -r mount; do
    umount --lazy "$mount" || true
  done
}

# The kubelet goes first, or it would start again what ends; containerd last but etcd, since pods are its children.
stop kubelet kube-proxy coredns volumes kube-scheduler kube-controller-manager
kill_pods
stop kube-apiserver containerd etcd
kill_leftovers
unmount_all
network_down
cgroups_down
if [[ ${1:-} != --keep ]]; then
  rm -rf --one-file-system "$run" "$kubeconfig"
fi
