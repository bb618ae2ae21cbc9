#!/bin/sh
# Starts every node of robot.launch.yaml, and runs vision's tests, on a processor of 2008 that has SSE4.2 and no AVX,
# like the robot's Atom. The code is built with GOAMD64=v1 and runs under qemu-x86_64 -cpu Nehalem (Debian: qemu-user).
# A node must print its help and log that it has started. A node that ends with an error, for example because there is
# no robot, is reported with the error.
#
#  internal/scripts/nehalem.sh [seconds]
set -eu
cd "$(dirname "$0")/../.."

seconds=${1:-20}
command -v qemu-x86_64 >/dev/null || { echo "nehalem: not run: install qemu-user"; exit 0; }
go=$(internal/scripts/go.sh)
out=build/nehalem
mkdir -p $out
export GOAMD64=v1
# The emulator cannot select an interface for multicast.
export CYCLONEDDS_URI='<CycloneDDS><Domain><General><AllowMulticast>false</AllowMulticast><Interfaces><NetworkInterface name="lo" multicast="false"/></Interfaces></General></Domain></CycloneDDS>'
status=0

fail() {
	echo "nehalem: $1 failed:"
	tail -n 5 "$2"
	status=1
}

run() { timeout "$1" qemu-x86_64 -cpu Nehalem "$2" $3 >"$4" 2>&1; }

for node in $(sed -n 's/^ *exec: \([a-z_]*\)$/\1/p' launch/robot.launch.yaml | sort -u); do
	several=$(internal/scripts/links.sh | sed -n "s/^$node //p")
	[ -n "$several" ] || continue # rviz2
	"$go" build -o $out/ "./cmd/$several" || { status=1; continue; }
	internal/scripts/links.sh $out "$node"
	run 120 $out/"$node" --help $out/"$node".txt || { fail "$node --help" $out/"$node".txt; continue; }
	code=0
	run "$seconds" $out/"$node" "" $out/"$node".txt || code=$?
	if grep -q 'started node=' $out/"$node".txt && [ $code -lt 128 ]; then
		echo "nehalem: $node starts"
	elif [ $code -eq 1 ]; then # the robot or the machine that it needs is not here
		echo "nehalem: $node ends: $(tail -n 1 $out/"$node".txt | cut -c1-160)"
	else
		fail "$node (it ended with $code)" $out/"$node".txt
	fi
done

for package in $("$go" list ./vision/... | grep -v '/trial\|/train'); do
	name=$(echo "$package" | tr / _)
	"$go" test -c -o $out/"$name".test "$package" >/dev/null || { status=1; continue; }
	[ -x $out/"$name".test ] || continue # no tests
	if (cd "${package#gonao/}" && FUZZ_N=200 timeout 600 qemu-x86_64 -cpu Nehalem "$OLDPWD/$out/$name.test" -test.short) >$out/"$name".txt 2>&1; then
		echo "nehalem: $package passes"
	else
		fail "$package" $out/"$name".txt
	fi
done
exit $status
