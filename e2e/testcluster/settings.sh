# Names, addresses and paths of the test cluster; sourced by its scripts.
# They differ from those of other test clusters on the machine on purpose, so that two may run side by side.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

state=${HEADPOND_TESTCLUSTER_STATE:-${XDG_CACHE_HOME:-$HOME/.cache}/headpond-testcluster}
bin=$state/bin               # what build.sh made; worth keeping between runs
run=$state/run               # what up.sh made; gone after down.sh
kubeconfig=$state/kubeconfig # cluster administrator
audit_log=$run/audit.log     # one JSON line for each write request, see conf/audit.yaml

netns=headpond-node          # network namespace of the node: each part listens in there
veth=headpond0               # the host's end of the pair that leads into it
host_ip=10.245.255.1         # on $veth
node_ip=10.245.255.2         # its other end: address of API server and kubelet
cluster_cidr=10.245.0.0/16   # pods and the pair
pod_cidr=10.245.0.0/24
pod_gateway=10.245.0.1       # the bridge's address; CoreDNS listens on it
service_cidr=10.97.0.0/16
api_service_ip=10.97.0.1
node=node
cgroup=headpond-testcluster  # every pod's processes are in cgroups below it

export PATH=$bin:$PATH:/usr/local/go/bin:/usr/sbin:/sbin

# in_node COMMAND...: in the node's network, with the machine's own mounts.
# (`ip netns exec` would mount a /sys of its own, in which the kubelet finds no cgroups.)
in_node() { nsenter --net="/run/netns/$netns" "$@"; }

fail() {
  echo "${0##*/}: $*" >&2
  exit 1
}

# install_packages PACKAGE...: those that are missing, from the distribution. A service among them is not started: we start
# what we need ourselves.
install_packages() {
  local package missing=() guard=/usr/sbin/policy-rc.d guarded="" exit=0
  for package; do
    [[ $(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || missing+=("$package")
  done
  ((${#missing[@]})) || return 0
  if [[ ! -e $guard ]]; then
    printf '#!/bin/sh\nexit 101\n' >"$guard"
    chmod +x "$guard"
    guarded=yes
  fi
  apt-get update -qq || exit=$?
  DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "${missing[@]}" >/dev/null || exit=$?
  [[ -z $guarded ]] || rm -f "$guard"
  return "$exit"
}
