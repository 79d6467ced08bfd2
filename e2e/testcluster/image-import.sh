#!/bin/bash
# image-import.sh IMAGE.tar...: loads images into the node and prints the names under which the kubelet finds them.
# It takes what `docker save`, Jib's buildTar and pack-image.sh write. Tags other than `latest` are never pulled.
set -euo pipefail
. "$(dirname "$0")/settings.sh"
images() { ctr --address="$run/containerd.sock" --namespace=k8s.io images "$@"; }

# full_name NAME: as the kubelet spells it, with registry and, for names of one word, the library.
full_name() {
  case $1 in
    */*) [[ ${1%%/*} == *[.:]* || ${1%%/*} == localhost ]] && echo "$1" || echo "docker.io/$1" ;;
    *) echo "docker.io/library/$1" ;;
  esac
}

for archive; do
  [[ -r $archive ]] || fail "$archive: no such file"
  images import "$archive" | sed -n 's/^unpacking \([^ ]*\) .*/\1/p' | while read -r name; do
    full=$(full_name "$name")
    if [[ $full != "$name" ]]; then
      images tag --force "$name" "$full" >/dev/null
      images rm "$name" >/dev/null
    fi
    echo "$full"
  done
done
