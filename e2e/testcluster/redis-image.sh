#!/bin/bash
# redis-image.sh OUT.tar: the image headpond-e2e/redis:1, made from Debian's Redis without a registry. For tests: it answers
# every client. Debian's server is the same program as redis-check-rdb, which looks at the name that it is started by; so
# redis-tools is enough, and no package starts a service on this machine.
set -euo pipefail
. "$(dirname "$0")/settings.sh"
. "$here/rootfs.sh"
out=${1:?redis-image.sh OUT.tar}
install_packages redis-tools

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
add_user "$root"
install -D "$(command -v redis-check-rdb)" "$root/usr/bin/redis-server"
copy_libraries "$root" "$root/usr/bin/redis-server"
"$here/pack-image.sh" headpond-e2e/redis:1 "$root" "$out" \
  /usr/bin/redis-server --dir /tmp --appendonly yes --save '' --protected-mode no
