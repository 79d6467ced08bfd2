# A certificate authority for the cluster and what it signs; sourced by up.sh. Everything goes into $run/pki.

# certificate NAME SUBJECT [ALTERNATIVE-NAMES]: a key and a certificate for serving and for calling.
certificate() {
  [[ ! -s $1.crt ]] || return 0
  local usage="extendedKeyUsage=serverAuth,clientAuth"
  openssl ecparam -name prime256v1 -genkey -noout -out "$1.key"
  openssl req -new -key "$1.key" -subj "$2" |
    openssl x509 -req -CA ca.crt -CAkey ca.key -CAcreateserial -days 365 -out "$1.crt" \
      -extfile <(printf '%s\n' "$usage" ${3:+"subjectAltName=$3"}) 2>/dev/null
}

# kubeconfig_for NAME: NAME.conf, with which the owner of certificate NAME reaches the API server.
kubeconfig_for() {
  [[ ! -s $1.conf ]] || return 0
  local set=(kubectl config "--kubeconfig=$1.conf")
  "${set[@]}" set-cluster headpond-testcluster "--server=https://$node_ip:6443" --certificate-authority=ca.crt --embed-certs
  "${set[@]}" set-credentials "$1" "--client-certificate=$1.crt" "--client-key=$1.key" --embed-certs
  "${set[@]}" set-context headpond-testcluster --cluster=headpond-testcluster "--user=$1"
  "${set[@]}" use-context headpond-testcluster
}

certificates() {
  local api_names="DNS:kubernetes,DNS:kubernetes.default,DNS:kubernetes.default.svc,DNS:kubernetes.default.svc.cluster.local"
  pushd "$run/pki" >/dev/null
  if [[ ! -s ca.crt ]]; then
    openssl ecparam -name prime256v1 -genkey -noout -out ca.key
    openssl req -x509 -new -key ca.key -days 365 -subj /CN=headpond-testcluster -out ca.crt
    openssl genrsa -out service-accounts.key 2048 2>/dev/null
  fi
  certificate apiserver /CN=kube-apiserver "$api_names,DNS:localhost,IP:127.0.0.1,IP:$node_ip,IP:$api_service_ip"
  certificate kubelet-serving "/CN=$node" "DNS:$node,IP:$node_ip"
  certificate front-proxy /CN=front-proxy
  certificate admin /O=system:masters/CN=admin
  certificate controllers /CN=system:kube-controller-manager
  certificate kubelet "/O=system:nodes/CN=system:node:$node"
  certificate proxy /CN=system:kube-proxy
  certificate scheduler /CN=system:kube-scheduler
  local caller
  for caller in admin controllers kubelet proxy scheduler; do kubeconfig_for "$caller" >/dev/null; done
  popd >/dev/null
  install -m 600 "$run/pki/admin.conf" "$kubeconfig"
}
