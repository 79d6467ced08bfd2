# copy_libraries ROOT FILE...: copies the shared libraries that the programs and libraries FILE... load into ROOT, under the
# paths that they have on this machine. Sourced by java-base.sh and redis-image.sh.
copy_libraries() {
  local root=$1 library
  shift
  ldd "$@" 2>/dev/null | awk '$2 == "=>" && $3 ~ /^\/(usr\/)?lib/ {print $3} $1 ~ /\/ld-linux/ {print $1}' | sort -u |
    while read -r library; do
      install -D "$(realpath "$library")" "$root$library"
    done
}

# add_user ROOT: the user that images of ours run as, and what name look-ups need.
add_user() {
  mkdir -p "$1/etc" "$1/tmp"
  chmod 1777 "$1/tmp"
  printf '%s\n' 'root:x:0:0:root:/:/none' 'nonroot:x:65532:65532:nonroot:/:/none' >"$1/etc/passwd"
  printf '%s\n' 'root:x:0:' 'nonroot:x:65532:' >"$1/etc/group"
  echo 'hosts: files dns' >"$1/etc/nsswitch.conf"
}
