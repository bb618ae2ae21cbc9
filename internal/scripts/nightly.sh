#!/bin/sh
# Runs what takes longer than CI may, step by step. Without names it runs all steps except those in "by_hand". A step
# that has passed at this commit is not run again, so an interrupted run continues where it stopped. The output of a
# step is also in build/nightly/COMMIT/STEP.log. The script fails if a step failed, and names the failed steps.
#
#  internal/scripts/nightly.sh                 runs all steps
#  internal/scripts/nightly.sh race fuzz       runs these steps, even if they have passed
set -eu
cd "$(dirname "$0")/../.."

all="tests studio race fuzz decoders conformance interop conformance-robot check-rclgo match-cpu soak page-node nehalem bench-motion bench-vision bench-localization"
by_hand="faults pictures jderobot dist-twice dist-try"

# step runs the step with the given name.
step() {
	case $1 in
	# This runs all tests in full, including the long ones: 100 matches, the killed workers, the page's hour, a physics
	# match.
	tests) NIGHTLY=1 FUZZ_N=100000 go run ./internal/testrun -long -timeout 3h ./... ;;
	# The studio is killed 200 times while a person edits, 1000 files are selected, and four windows make 10 000 edits.
	studio)
		internal/scripts/page.sh
		STUDIO_LONG=1 go test -vet=off -count=1 -timeout 90m -v -run 'NothingIsLost|TheFileInTheAddress|TwoPeople|RawFramesCome' ./internal/studiotest
		;;
	# This runs all packages with the race detector.
	race) FUZZ_N=1000 go test -race -short -vet=off -ldflags='-s -w' -timeout 60m ./... ;;
	# Each decoder of data from the network gets ten million inputs (DECODER_INPUTS). A decoder that has passed at this
	# commit is not run again.
	decoders) go run ./internal/fuzzall -time "${DECODER_INPUTS:-10000000}x" -done "$PWD/$dir/decoders-${DECODER_INPUTS:-10000000}" ./soccer/game/wire ./nao/lola ./ros/cyclone \
		./ros/cdr ./ros/dynamic ./nodes/studio ./studio/... ./nao_driver/sim3d ./soccer/match/env ./ros/tf ./msgs ;;
	# Each random test gets ten million random inputs, and each native target FUZZTIME.
	fuzz)
		go run ./internal/fuzzall -time "${FUZZTIME:-1m}" ./... || return 1
		FUZZ_N=10000000 go test -timeout 12h -run "$FUZZ_TESTS" ./...
		;;
	# This runs the W3C's SCXML suite on our engine, and prints how many of its documents pass.
	conformance)
		suite=$(internal/scripts/scxml.sh) || return 1
		go run ./internal/conformance -suite "$suite"
		;;
	# This tests the communication with programs in C, on Fast DDS and, if installed, on ROS 2, and prints a table.
	interop) internal/scripts/interop.sh ;;
	# This runs one suite on every body: LoLA on the simulator and with faults, NAOqi on a fake robot, Gazebo on a
	# scripted peer and on the installed server.
	conformance-robot)
		go test -count=1 -timeout 15m -v ./internal/bodytest >"$dir/bodies.txt" 2>&1 || { cat "$dir/bodies.txt" && return 1; }
		grep -E '^( {4})?--- ' "$dir/bodies.txt"
		if on=$(sed -n 's/.*: on \(Gazebo .*\)/\1/p' "$dir/bodies.txt" | sort -u | grep .); then
			echo "Gazebo: its bridge ran on a real server too: $on"
		else
			echo "Gazebo: its bridge ran against a scripted peer only: no Gazebo is installed (docs/gazebo.md)"
		fi
		;;
	# If ROS 2's own rcl is found, this builds, vets and tests with it the packages in which the backends differ.
	check-rclgo)
		if rcl=$(internal/scripts/rcl.sh); then
			echo "check-rclgo: rcl in $rcl"
			internal/scripts/rcl.sh go vet -tags rclgo ./... || return 1
			internal/scripts/rcl.sh go test -tags rclgo -timeout 20m ${RCLGO_PKGS:-./ros ./ros/rclgo ./ros/rmw ./ros/tf ./ros/bag ./cmd/...}
		else
			echo "check-rclgo: not run: rcl is not installed on this machine"
		fi
		;;
	# This tests the studio's page under node 18, the version of Debian 12, which npm fetches.
	page-node) internal/scripts/page_node18.sh ;;
	# This runs the robot's nodes and vision's tests on a processor without AVX, like the robot's: GOAMD64=v1 under
	# qemu-x86_64 -cpu Nehalem.
	nehalem) internal/scripts/nehalem.sh ;;
	bench-*) internal/scripts/bench.sh "${1#bench-}" ;;
	# This applies each kind of fault to each node while the robot walks, and writes docs/faults.md.
	faults) FAULT_MATRIX=$PWD/docs/faults.md go test -count=1 -vet=off -timeout=60m -run='^TestFaultMatrix$' -v ./internal/e2e ;;
	# This makes the studio's pictures in README and docs/studio.md.
	pictures) internal/scripts/page.sh && PICTURES_ALL=$PWD/docs/pictures go test -vet=off -count=1 -timeout=15m -run='^TestPicturesOfTheDocuments$' ./internal/studiotest ;;
	# This fetches JdeRobot's public machines; the studio opens, draws and saves each of them.
	jderobot) internal/scripts/jderobot.sh && go test -count=1 -v -run JdeRobot ./studio ;;
	# This packs the committed release twice, in two directories and with an empty build cache, and compares the bytes.
	dist-twice) make --no-print-directory build/tools/dist build/tools/go-licenses && internal/scripts/dist_twice.sh ;;
	# This installs, upgrades and removes the Debian package of make dist in a clean Debian (as root, with debootstrap).
	dist-try) internal/scripts/dist_try.sh ;;
	# The eight hours (HOURS) are run as four parts of two hours. A part that has passed is not run again.
	soak)
		make --no-print-directory build && go build -o build/tools/soak ./internal/soak || return 1
		for part in 1 2 3 4; do
			[ -e "$dir/soak$part/passed" ] && continue
			build/tools/soak -hours "$(awk "BEGIN { print ${HOURS:-8} / 4 }")" -bin build/bin -out "$dir/soak$part" || return 1
			: >"$dir/soak$part/passed"
		done
		;;
	match-cpu) internal/scripts/build.sh match && internal/scripts/match_cpu.sh build/bin/match ;;
	esac
}

dir=build/nightly/$(git rev-parse --short HEAD)
mkdir -p "$dir"
failed=
for name in ${*:-$all}; do
	case " $all $by_hand " in *" $name "*) ;; *)
		echo "nightly: unknown step $name; the steps are: $all; by hand: $by_hand" >&2
		exit 2
		;;
	esac
	if [ $# = 0 ] && [ -e "$dir/$name.passed" ]; then
		echo "nightly: $name has passed at this commit"
		continue
	fi
	echo "nightly: $name"
	start=$(date +%s)
	rm -f "$dir/$name.passed"
	{ step "$name" && : >"$dir/$name.passed" || true; } 2>&1 | tee "$dir/$name.log"
	if [ -e "$dir/$name.passed" ]; then
		echo "nightly: $name passed in $(($(date +%s) - start)) s"
	else
		failed="$failed $name"
		echo "nightly: $name failed in $(($(date +%s) - start)) s"
	fi
done
[ -z "$failed" ] || {
	echo "nightly: failed:$failed"
	exit 1
}
