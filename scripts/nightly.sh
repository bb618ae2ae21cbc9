#!/bin/sh
# Runs what takes longer than CI may, step by step. A step that has passed at this commit is not run again, so a run that was
# ended goes on where it stopped. What a step prints is also in build/nightly/COMMIT/STEP.log. It fails when a step failed, and
# names those that did.
#
#   scripts/nightly.sh                 all steps
#   scripts/nightly.sh race fuzz       these
set -eu
cd "$(dirname "$0")/.."

all="tests studio race fuzz decoders conformance interop conformance-robot check-rclgo match-cpu soak page-node nehalem bench-motion bench-vision bench-localization"

# step runs the step of a name.
step() {
	case $1 in
	# All tests in full, with the long ones: 100 matches, the killed workers, the page's hour, a physics match.
	tests) NIGHTLY=1 FUZZ_N=100000 go run ./internal/testrun -long -timeout 3h ./... ;;
	# The studio is killed 200 times while somebody edits, 1000 files are chosen, four windows make 10 000 edits.
	studio)
		scripts/page.sh
		STUDIO_LONG=1 go test -vet=off -count=1 -timeout 90m -v -run 'NothingIsLost|TheFileInTheAddress|TwoPeople|RawFramesCome' ./internal/studiotest
		;;
	# All packages with the race detector.
	race) FUZZ_N=1000 go test -race -short -vet=off -ldflags='-s -w' -timeout 60m ./... ;;
	# Ten million inputs for each decoder of what comes from the network.
	decoders) go run ./internal/fuzzall -time 10000000x ./ros/cdr ./ros/cyclone ./ros/dynamic ./ros/tf ./msgs ./nao/lola \
		./nao_driver/sim3d ./foxglove ./nodes/studio ./studio/... ./soccer/game/... ./soccer/match/env ;;
	# Eight hours as four of two: a part that has passed is not run again.
	soak)
		make --no-print-directory build && go build -o build/tools/soak ./internal/soak || return 1
		for part in 1 2 3 4; do
			[ -e "$dir/soak$part/passed" ] && continue
			build/tools/soak -hours 2 -bin build/bin -out "$dir/soak$part" || return 1
			: >"$dir/soak$part/passed"
		done
		;;
	match-cpu) go build -o build/bin/match ./cmd/match && scripts/match_cpu.sh build/bin/match ;;
	*) make --no-print-directory "$1" ;;
	esac
}

dir=build/nightly/$(git rev-parse --short HEAD)
mkdir -p "$dir"
failed=
for name in ${*:-$all}; do
	case " $all " in *" $name "*) ;; *)
		echo "nightly: there is no step $name; the steps: $all" >&2
		exit 2
		;;
	esac
	if [ -e "$dir/$name.passed" ]; then
		echo "nightly: $name has passed at this commit"
		continue
	fi
	echo "nightly: $name"
	start=$(date +%s)
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
