#!/bin/sh
# Runs the tests as CI does: packages that share memory between goroutines with the race detector, which makes them several
# times slower, the others without it. The random tests of the former run once more without it, with FUZZ_N inputs. The tests
# of the studio's page run without it too: most of what they run is in the browser, and nodes/studio has tests of its own.
#
# A package that fails beside others runs once more, alone. If it fails again, the tests have failed. If it passes, the last
# lines name it as unsteady: that is a fault too, of a test that a busy computer can make fail.
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

inputs=${FUZZ_N:-1000} # of a random test
status=0
unsteady=
output=$(mktemp)
trap 'rm -f "$output"' EXIT

# tests runs go test, and what failed once more. Its arguments are those of go test, without TESTFLAGS.
tests() {
	# shellcheck disable=SC2086
	if { FUZZ_N=$inputs go test $TESTFLAGS "$@" && : >"$output.ok"; } | tee "$output" && [ -e "$output.ok" ]; then
		rm -f "$output.ok"
		return
	fi
	failed=$(sed -n 's/^FAIL[[:space:]]\{1,\}\(gonao[^[:space:]]*\)[[:space:]]\{1,\}[0-9.]*s$/\1/p' "$output")
	if [ -z "$failed" ] || grep -q '\[[a-z ]* failed\]$' "$output"; then # does not build
		status=1
		return
	fi
	flags=
	for argument; do
		case $argument in
		gonao/*) ;;
		*) flags="$flags $argument" ;;
		esac
	done
	echo "once more, alone:" $failed
	for package in $failed; do
		# shellcheck disable=SC2086
		if FUZZ_N=$inputs go test $TESTFLAGS -count=1 $flags "$package"; then
			unsteady="$unsteady $package"
		else
			status=1
		fi
	done
}

# shellcheck disable=SC2086
{
	[ -z "$alone" ] || tests $alone
	all=$inputs inputs=1000
	[ -z "$shared" ] || tests -race $shared
	inputs=$all
	[ -z "$random" ] || tests -run "$FUZZ_TESTS" $random
}
[ -z "$unsteady" ] || echo "unsteady, failed once and passed alone:$unsteady"
exit $status
