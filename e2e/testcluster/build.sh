#!/bin/bash
# build.sh: compiles what the cluster runs into $state/bin: Kubernetes, etcd and kubectl as one program, CoreDNS, pause, Helm.
# Two cores need 6 to 7 minutes with cold Go caches, seconds with warm ones. Safe to run twice at a time: the second waits.
set -euo pipefail
. "$(dirname "$0")/settings.sh"
helm_version=v3.19.5

command -v go >/dev/null || fail "Go 1.26 is needed to build Kubernetes: put it on PATH or into /usr/local/go"
mkdir -p "$bin"
exec 9>"$state/build.lock"
flock 9

export CGO_ENABLED=0 GOFLAGS=-trimpath
strip='-s -w'

# compile SOURCE PROGRAM [LDFLAGS]: replaces the program only when it is complete.
compile() {
  go -C "$here/src/$1" build -o "$bin/.$2" -ldflags "$strip ${3:-}" .
  mv "$bin/.$2" "$bin/$2"
}

version=$(go -C "$here/src/kube" list -m -f '{{.Version}}' k8s.io/kubernetes)
IFS=. read -r major minor _ <<<"${version#v}"
package=k8s.io/component-base/version
compile kube kube "-X $package.gitVersion=$version -X $package.gitMajor=$major -X $package.gitMinor=$minor -X $package.gitTreeState=clean"
ln -sfn kube "$bin/kubectl"
compile dns dns
compile pause pause
# Without these Helm takes itself for a client of Kubernetes 1.20 and refuses charts that need a newer one.
chart_version=helm.sh/helm/v3/pkg/chartutil.k8sVersion
helm_kubernetes="-X ${chart_version}Major=$major -X ${chart_version}Minor=$minor -X helm.sh/helm/v3/internal/version.version=$helm_version"
go version -m "$bin/helm" 2>/dev/null | grep -qE "\smod\s+helm.sh/helm/v3\s+$helm_version\s" ||
  GOBIN=$bin go install -ldflags "$strip $helm_kubernetes" "helm.sh/helm/v3/cmd/helm@$helm_version"
