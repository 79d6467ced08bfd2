#!/bin/bash
# build.sh: compiles what the cluster runs into $state/bin: Kubernetes, etcd and kubectl as one program, CoreDNS, pause, Helm.
# Two cores need 6 to 7 minutes with cold Go caches, seconds with warm ones. Safe to run twice at a time: the second waits.
set -euo pipefail
. "$(dirname "$0")/settings.sh"
helm_version=v3.19.5

go_version=1.26.0 # used where there is no Go at all

# fetch_go: a Go that can build Kubernetes. Debian's own is too old for that, but it can fetch a newer one, which the module
# proxy offers as a module. Modules are unpacked without the permission to execute.
fetch_go() {
  local module=golang.org/toolchain@v0.0.1-go$go_version.linux-$(dpkg --print-architecture) root
  install_packages ca-certificates golang-go jq
  root=$(cd / && GOFLAGS=-modcacherw go mod download -json "$module" | jq -r .Dir)
  find "$root/bin" "$root/pkg/tool" -type f -exec chmod +x {} +
  ln -sfn "$root" "$state/go"
}

mkdir -p "$bin"
exec 9>"$state/build.lock"
flock 9
[[ ! -x $state/go/bin/go ]] || PATH=$state/go/bin:$PATH
if ! command -v go >/dev/null; then
  fetch_go
  PATH=$state/go/bin:$PATH
fi

export CGO_ENABLED=0 GOFLAGS=-trimpath GOTOOLCHAIN=local
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
