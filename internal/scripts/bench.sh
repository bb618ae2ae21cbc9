#!/bin/sh
# Measures one part of gonao, and prints its table beside the required values, or beside a peer measured in the same
# run. All parts except peers and studio write each row as soon as it is finished, and continue where they were
# interrupted.
#
#  internal/scripts/bench.sh peers          benchmarks as ratios beside a peer (BENCH=. BENCHTIME=1s BENCHCOUNT=1)
#  internal/scripts/bench.sh motion         all motions in the simulator (ROWS=forward,turn SEEDS=1-20 PROFILE=worn BODY=file.yaml)
#  internal/scripts/bench.sh vision         what vision finds in rendered worlds (SEEDS=1001-1020 IMAGES=15 BALL_NET= ROBOT_NET=)
#  internal/scripts/bench.sh lines          lines, corners, marks and posts, and the pose computed from them (WORLDS=20 IMAGES=50 SEED=1001)
#  internal/scripts/bench.sh localization   poses, kidnapping, balls, robots, planning (ROWS=hall_spl,flips SEEDS=1001-1020 RUNS=30s SCENES=500)
#  internal/scripts/bench.sh studio         what the studio costs beside a simulated robot (five minutes, on a quiet machine)
#  internal/scripts/bench.sh --score motion | vision | localization
#                                  the same on seeds and worlds that are never used for tuning, once per commit
set -eu
cd "$(dirname "$0")/../.."
PATH="$(dirname "$(internal/scripts/go.sh)"):$PATH"
held_out=5021-5040 # vision's worlds; 5001 to 5020 were scored before

# lab runs a command of the laboratory.
lab() { go run ./cmd/lab motion_lab "$@"; }

# opencv runs a script with a Python that has OpenCV.
opencv() {
	for python in python3 /usr/bin/python3; do
		if $python -c 'import cv2' 2>/dev/null; then
			$python "$@"
			return
		fi
	done
	echo "OpenCV: not run: install python3-opencv"
}

# committed refuses uncommitted changes, except in the named files, because a score belongs to a commit. With SEEDS set,
# the command is only tried.
committed() {
	[ -z "${SEEDS:-}" ] || return 0
	[ -z "$(git status --porcelain -- . "$@")" ] || {
		echo "score: there are uncommitted changes; expected a clean tree, because a score belongs to a commit" >&2
		exit 1
	}
}

score=
[ "${1:-}" != --score ] || { score=yes && shift; }
mkdir -p build
out=$PWD/build/bench-${1:-}
commit=$(git rev-parse --short HEAD)
case $score${1:-} in
peers | studio | yes) internal/scripts/deps.sh --test ;;
*) internal/scripts/deps.sh --lab ;;
esac
case $score${1:-} in
peers)
	go run ./internal/bench -bench "${BENCH:-.}" -benchtime "${BENCHTIME:-1s}" -count "${BENCHCOUNT:-1}" -out build/bench.txt
	;;
motion)
	lab bench --rows="${ROWS:-}" --seeds="${SEEDS:-1-20}" --profile="${PROFILE:-}" --body="${BODY:-}" \
		--journal="$out.jsonl" -o "$out.md"
	;;
yesmotion)
	committed
	out=build/score-motion-$commit
	echo "commit $commit, seeds 5001 to 5020"
	lab bench --rows="${ROWS:-}" --seeds=5001-5020 --profile="${PROFILE:-}" --journal="$out.jsonl" -o "$out.md"
	;;
vision)
	lab vision --seeds="${SEEDS:-1001-1020}" --images="${IMAGES:-15}" --ball-net="${BALL_NET:-}" --robot-net="${ROBOT_NET:-}" \
		--keep=build/pictures --journal="$out.jsonl" -o "$out.md"
	go test -run NONE -bench . ./vision/net ./vision/objects ./vision/trial
	opencv internal/scripts/opencv_net_bench.py vision/objects/ball.net
	;;
yesvision)
	committed ':!docs/vision-scores.txt'
	worlds=${SEEDS:-$held_out} out=build/score-vision-$commit
	if [ "$worlds" = $held_out ]; then
		grep -q "^$commit worlds $held_out" docs/vision-scores.txt || echo "$commit worlds $held_out, $(date -u +%F)" >>docs/vision-scores.txt
	fi
	echo "commit $commit, worlds $worlds; the worlds $held_out were scored of $(grep -c " worlds $held_out" docs/vision-scores.txt) commits so far"
	lab vision --seeds="$worlds" --images="${IMAGES:-15}" --plain-images="${IMAGES:-5}" --keep=build/pictures --journal="$out.jsonl" -o "$out.md"
	;;
lines)
	JOURNAL=$out.jsonl WORLDS=${WORLDS:-20} IMAGES=${IMAGES:-50} SEED=${SEED:-1001} \
		go test -count=1 -v -timeout 120m -run RenderedPictures ./vision/trial
	GONAO_BENCH_IMAGE=$PWD/build/bench.yuyv go test -count=3 -run NONE -bench . ./vision/segment | tee build/bench-segment.txt
	go test -count=1 -run NONE -bench . ./vision/trial
	opencv internal/scripts/opencv_bench.py build/bench.yuyv build/bench-segment.txt
	;;
localization)
	first=${SEEDS:-1001} first=${first%%[-,]*} # without SEEDS: as many as each row has
	lab localization --rows="${ROWS:-}" ${SEEDS:+--seeds="$SEEDS"} --duration="${RUNS:-0s}" --journal "$out.jsonl" -o "$out.md"
	go test -run NONE -bench 'Step|Plan|WholeImage' ./robot/localization/trial ./robot/worldmodel ./robot/planning ./vision/trial
	JOURNAL=$PWD/build/bench-planning.jsonl SCENES=${SCENES:-500} FIRST=$first go test -count=1 -v -timeout 60m -run SevenMoving ./robot/planning
	JOURNAL=$PWD/build/bench-balls.jsonl SEEDS=${BALLS:-100} FIRST=$first go test -count=1 -v -timeout 60m -run MeetsABall ./lab/onfield
	;;
yeslocalization)
	committed
	seeds=${SEEDS:-5001-5020}
	out=build/score-localization-$commit-$seeds
	echo "commit $commit, seeds $seeds"
	lab localization --rows="${ROWS:-}" --seeds="$seeds" --duration="${RUNS:-0s}" --journal "$out.jsonl" -o "$out.md"
	;;
studio)
	FIGURES=1 go test -count=1 -timeout 20m -v -run FiguresOfTheStudio ./internal/e2e
	FIGURES=1 go test -count=1 -timeout 20m -v -run FiguresOfThePage ./internal/studiotest
	go test -run NONE -bench Encode -count 1 ./nodes/internal/images
	;;
*)
	if [ -n "$score" ]; then expected="motion, vision or localization"; else expected="peers, motion, vision, lines, localization or studio"; fi
	echo "OF=${1:-}: expected $expected" >&2
	exit 2
	;;
esac
