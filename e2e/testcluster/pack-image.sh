#!/bin/bash
# pack-image.sh NAME:TAG DIRECTORY OUT.tar PROGRAM [ARGUMENT...]
# Packs a directory as a container image of one layer, in the format of `docker save`, with nothing but tar and jq.
set -euo pipefail
(($# >= 4)) || { sed -n 2,3p "$0" >&2; exit 2; }
name=$1 directory=$2 out=$(realpath -m "$3")
shift 3

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tar --create --file="$work/layer.tar" --directory="$directory" --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner .
layer=sha256:$(sha256sum <"$work/layer.tar" | cut -d' ' -f1)
case $(uname -m) in
  x86_64) architecture=amd64 ;;
  aarch64) architecture=arm64 ;;
  *) architecture=$(uname -m) ;;
esac
jq -n --arg layer "$layer" --arg architecture "$architecture" '{
    os: "linux", architecture: $architecture,
    config: {Entrypoint: $ARGS.positional, Env: ["PATH=/usr/local/bin:/usr/bin:/bin"], WorkingDir: "/"},
    rootfs: {type: "layers", diff_ids: [$layer]}
  }' --args -- "$@" >"$work/config.json"
jq -n --arg name "$name" '[{Config: "config.json", RepoTags: [$name], Layers: ["layer.tar"]}]' >"$work/manifest.json"
tar --create --file="$out" --directory="$work" manifest.json config.json layer.tar
