#!/bin/sh
# Runs the tests as CI does: packages that share memory between goroutines with the race detector, which makes them several
# times slower, the others without it. The random tests of the former run once more without it, with FUZZ_N inputs. The tests
# of the studio's page run without it too: most of what they run is in the browser, and nodes/studio has tests of its own.
#
#   scripts/test.sh ./...          go test's flags in TESTFLAGS
set -eu
cd "$(dirname "$0")/.."

page=gonao/internal/studiotest
shared=$(go run ./internal/shared "$@")
alone=$(go run ./internal/shared -not "$@")
case " $(echo "$shared" | tr '\n' ' ') " in
*" $page "*)
	shared=$(echo "$shared" | grep -vx "$page" || true)
	alone="$alone $page"
	;;
esac
# shellcheck disable=SC2086 # the list is meant to be split
random=$([ -z "$shared" ] || go list -f '{{.ImportPath}} {{.TestImports}} {{.XTestImports}}' $shared | sed -n 's/ .*internal.fuzzn.*//p')
status=0
# shellcheck disable=SC2086
{
	[ -z "$alone" ] || go test $TESTFLAGS $alone || status=1
	[ -z "$shared" ] || FUZZ_N=1000 go test -race $TESTFLAGS $shared || status=1
	[ -z "$random" ] || go test -run "$FUZZ_TESTS" $TESTFLAGS $random || status=1
}
exit $status
