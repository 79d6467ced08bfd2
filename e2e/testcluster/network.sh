# The node's network; sourced by up.sh and down.sh.
#
#   host ── $veth $host_ip/30 ═══ eth0 $node_ip/30 ── [ $netns: all parts, kube-proxy's rules, bridge pods0 ── pods ]
#
# The namespace has no default route, so nothing in it can send beyond the host. The host has routes to pods and services.

network_up() {
  [[ ! -e /run/netns/$netns ]] || return 0
  ip netns add "$netns"
  ip link add "$veth" type veth peer name eth0 netns "$netns"
  ip address add "$host_ip/30" dev "$veth"
  ip link set "$veth" up
  in_node ip link set lo up
  in_node ip address add "$node_ip/30" dev eth0
  in_node ip link set eth0 up
  in_node ip link add pods0 type bridge
  in_node ip address add "$pod_gateway/24" dev pods0
  in_node ip link set pods0 up
  # A route must exist before kube-proxy gets to rewrite a packet's destination.
  in_node ip route add "$service_cidr" dev pods0
  in_node sysctl --quiet --write net.ipv4.ip_forward=1
  in_node sysctl --quiet --write net.bridge.bridge-nf-call-iptables=1 2>/dev/null || true # where the bridge filter is a module not loaded
  ip route replace "$pod_cidr" via "$node_ip"
  ip route replace "$service_cidr" via "$node_ip"
  # While the cluster is down its addresses must not leave through the machine's default route.
  ip route replace unreachable "$cluster_cidr" metric 9999
  ip route replace unreachable "$service_cidr" metric 9999
}

# The pair, the bridge and the rules go with the namespace; the two unreachable routes stay.
network_down() {
  [[ ! -e /run/netns/$netns ]] || ip netns delete "$netns"
}
