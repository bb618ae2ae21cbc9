#!/bin/sh
# Builds programs into build/bin, and prints a line every 5 s, because go build prints nothing and takes a minute or two
# the first time. Programs that are part of cmd/nodes or cmd/lab become links to it.
#
#  internal/scripts/build.sh                 builds all programs
#  internal/scripts/build.sh gonao motion    builds these programs
set -eu
cd "$(dirname "$0")/../.."
. internal/scripts/watched.sh

go=$(internal/scripts/go.sh)
mkdir -p build/bin
log=build/build.log
names=$(internal/scripts/links.sh)
wanted=$*
set --
for program in ${wanted:-$(ls cmd)}; do
	several=$(echo "$names" | sed -n "s/^$program //p")
	program=./cmd/${several:-$program}
	case " $* " in *" $program "*) ;; *) set -- "$@" "$program" ;; esac
done

# A line of go build -v is a package that was compiled; a line of a download begins with "go:".
package='^[a-z0-9._~/-]+$'

# failed prints what went wrong, and ends the script.
failed() {
	if without_network "$log"; then
		echo "build: no network: could not fetch Go modules from $("$go" env GOPROXY). What is fetched once stays; all messages: $log"
	else
		grep -vE "$package|^go: downloading " "$log" || cat "$log"
	fi
	exit 1
}

how_far() { echo "$(grep -c '^go: downloading ' "$1" || true) so far"; }
watched "$log" "build: fetching modules, " "$go" list -deps -f '{{.ImportPath}}' "$@" || failed
how_far() { grep -cE "$package" "$1" || true; } # without a total: those that the cache has are not compiled
# Without symbols and debug information (-s -w), linking takes half as long. Stack traces keep their names and lines.
watched "$log" "build: packages compiled: " "$go" build -v -ldflags="-s -w" -o build/bin/ "$@" || failed
# shellcheck disable=SC2086 # the list is meant to be split
internal/scripts/links.sh build/bin $wanted
