#!/bin/sh
# Prints the path of a go command that is at least as new as go.mod requires.
#
#  internal/scripts/go.sh           finds one, or fails
#  internal/scripts/go.sh --fetch   fetches the pinned version with an older go, as the module golang.org/toolchain
set -eu
cd "$(dirname "$0")/../.."

pinned=$(sed -n 's/^toolchain go//p' go.mod)
needed=$(sed -n 's/^go //p' go.mod)

new_enough() { # is the go command $1 at least as new as needed?
	[ -x "$1" ] || return 1
	have=$(GOTOOLCHAIN=local "$1" env GOVERSION 2>/dev/null | sed 's/^go//; s/[^0-9.].*//') || return 1
	[ -n "$have" ] && [ "$(printf '%s\n%s\n' "$needed" "$have" | sort -V | head -n 1)" = "$needed" ]
}

arch=$(uname -m | sed 's/x86_64/amd64/; s/aarch64/arm64/')
module="golang.org/toolchain@v0.0.1-go$pinned.linux-$arch"
cache() { "$1" env GOMODCACHE; }

any=
for go in "$(command -v go || true)" /usr/local/go/bin/go /usr/bin/go; do
	[ -n "$go" ] && [ -x "$go" ] || continue
	any=${any:-$go}
	if new_enough "$go"; then
		echo "$go"
		exit 0
	fi
	fetched="$(cache "$go")/$module/bin/go"
	if new_enough "$fetched"; then
		echo "$fetched"
		exit 0
	fi
done
[ "${1:-}" = --fetch ] || exit 1
if [ -z "$any" ]; then
	echo "go: none found; install Debian's golang-go" >&2
	exit 1
fi

echo "go: $any is older than $needed; fetching go$pinned as the module golang.org/toolchain" >&2
empty=$(mktemp -d)
trap 'rm -rf "$empty"' EXIT
(cd "$empty" && GOFLAGS=-mod=mod "$any" mod download "$module")
root="$(cache "$any")/$module"
# Files of a module are read-only and not executable, and have no go.mod of their own.
chmod -R u+w "$root"
chmod +x "$root"/bin/* "$root"/pkg/tool/*/*
for mod in src src/cmd; do
	if [ -f "$root/$mod/_go.mod" ]; then
		cp "$root/$mod/_go.mod" "$root/$mod/go.mod"
	fi
done
echo "$root/bin/go"
