#!/bin/sh
# Builds every program into build/bin, and prints its progress: go build prints nothing, and takes a
# minute or two the first time.
set -eu
cd "$(dirname "$0")/.."

go=$(scripts/go.sh)
mkdir -p build/bin
total=$("$go" list -deps ./cmd/... | wc -l)
failed=build/.failed
rm -f "$failed"

# -v names each package that had to be compiled, one a line; everything else on
# stderr is an error or a download, and is passed on.
{ "$go" build -v -o build/bin/ ./cmd/... 2>&1 || touch "$failed"; } | awk -v total="$total" '
	/^[a-z0-9._~\/-]+$/ {
		done++
		if (done % 20 == 0) { printf "build: compiled %d of at most %d packages\n", done, total; fflush() }
		next
	}
	{ print; fflush() }
'
if [ -e "$failed" ]; then
	rm -f "$failed"
	exit 1
fi
