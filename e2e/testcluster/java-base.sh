#!/bin/bash
# java-base.sh OUT.tar [JDK-HOME]: the base image java-base:25 for Jib (<from><image>tar://OUT.tar</image></from>), made
# without a registry: a Java runtime linked from the JDK at hand, and this machine's C library. Nothing else is inside, no
# shell either. For tests: it is as old as the machine's packages.
set -euo pipefail
. "$(dirname "$0")/settings.sh"
. "$here/rootfs.sh"
out=${1:?java-base.sh OUT.tar [JDK-HOME]} jdk=${2:-${JAVA_HOME:-}}
[[ -x $jdk/bin/jlink ]] || fail "give the home of a JDK 25 (with bin/jlink) as second argument or in JAVA_HOME"

modules=java.se,jdk.crypto.ec,jdk.httpserver,jdk.jcmd,jdk.jfr,jdk.management,jdk.naming.dns,jdk.net,jdk.unsupported,jdk.zipfs

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
add_user "$root"
"$jdk/bin/jlink" --add-modules "$modules" --output "$root/opt/java" --strip-debug --no-header-files --no-man-pages
mkdir -p "$root/usr/bin"
ln -s /opt/java/bin/java "$root/usr/bin/java" # Jib starts `java`
mapfile -d '' binaries < <(find "$root/opt/java" -type f \( -path '*/bin/*' -o -name '*.so' \) -print0)
copy_libraries "$root" "${binaries[@]}"
# Native parts of Netty still ask for libraries that are empty since glibc 2.34.
libc=$(ldd "$root/opt/java/bin/java" | awk '$1 == "libc.so.6" {print $3}')
for library in libdl.so.2 librt.so.1 libpthread.so.0 libm.so.6; do
  [[ ! -e ${libc%/*}/$library ]] || install -D "$(realpath "${libc%/*}/$library")" "$root${libc%/*}/$library"
done
"$here/pack-image.sh" java-base:25 "$root" "$out" /opt/java/bin/java
