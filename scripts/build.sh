#!/bin/sh
# Builds programs into build/bin, and prints a line every 5 s: go build prints nothing, and takes a minute or two the first
# time.
#
#   scripts/build.sh                 all
#   scripts/build.sh gonao motion    these
set -eu
cd "$(dirname "$0")/.."
. scripts/watched.sh

go=$(scripts/go.sh)
mkdir -p build/bin
log=build/build.log
if [ $# = 0 ]; then
	set -- ...
fi
for program; do
	set -- "$@" "./cmd/$program"
	shift
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
total=$(grep -cE "$package" "$log" || true)
how_far() { echo "$(grep -cE "$package" "$1" || true) of at most $total packages"; }
watched "$log" "build: compiled " "$go" build -v -o build/bin/ "$@" || failed
