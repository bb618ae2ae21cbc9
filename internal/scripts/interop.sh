#!/bin/sh
# Tests the communication with C, Fast DDS and, where installed, ROS 2 programs, also on ROS 2's own rcl where that is found, and
# prints a table of what was tried.
set -eu
cd "$(dirname "$0")/../.."
table=$PWD/build/interop status=0
mkdir -p build
rm -f "$table".*
GONAO_INTEROP_TABLE=$table.cyclone go test -count=1 -timeout 20m ./internal/interop || status=$?
if rcl=$(internal/scripts/rcl.sh 2>/dev/null); then
	for rmw in rmw_cyclonedds_cpp rmw_fastrtps_cpp; do
		if [ ! -e "$rcl/lib/lib$rmw.so" ]; then
			echo "Our side on the backend rclgo, $rmw: not run: it is not installed" >"$table.$rmw"
			continue
		fi
		RMW_IMPLEMENTATION=$rmw GONAO_INTEROP_TABLE=$table.$rmw internal/scripts/rcl.sh go test -tags rclgo -count=1 -timeout 20m \
			-run 'OfARealROS|Field|LateReader' ./internal/interop || status=$?
	done
else
	echo "Our side on the backend rclgo: not run: no rcl found; source a ROS 2" >"$table.rclgo"
fi
cat "$table".*
exit "$status"
