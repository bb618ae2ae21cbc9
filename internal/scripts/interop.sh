#!/bin/sh
# Tests the communication with C, Fast DDS and, where installed, ROS 2 programs, also on ROS 2's own rcl where that is found, and
# prints a table of what was tried.
#
#   internal/scripts/interop.sh [FILE]    also writes it to FILE, which is docs/interop.md
set -eu
page=$(realpath -m "${1:-/dev/null}")
cd "$(dirname "$0")/../.."
table=$PWD/build/interop status=0
mkdir -p build
rm -f "$table".*
GONAO_INTEROP_TABLE=$table.cyclone go test -count=1 -timeout 20m ./internal/interop || status=$?
distro=${ROS_DISTRO:-}
if rcl=$(internal/scripts/rcl.sh 2>/dev/null); then
	distro=${distro:-${rcl##*/}}
	for rmw in rmw_cyclonedds_cpp rmw_fastrtps_cpp; do
		if [ ! -e "$rcl/lib/lib$rmw.so" ]; then
			printf '\n## Our side on `rcl`, with %s\nNot run: it is not installed.\n' "$rmw" >"$table.$rmw"
			continue
		fi
		RMW_IMPLEMENTATION=$rmw GONAO_INTEROP_TABLE=$table.$rmw internal/scripts/rcl.sh go test -tags rclgo -count=1 -timeout 20m \
			-run 'OfARealROS|Field|LateReader' ./internal/interop || status=$?
	done
else
	printf '\n## Our side on `rcl`\nNot run: no rcl found; source a ROS 2.\n' >"$table.rclgo"
fi
{
	cat <<-END
		# What was tried with other DDS and ROS 2 programs
		Written by \`internal/scripts/interop.sh docs/interop.md\` on $(date -u +%F). ROS 2: ${distro:-none}. The peers are C programs on Cyclone DDS with types
		from \`idlc\`, C++ programs on Fast DDS, and nodes and tools of ROS 2 itself. An empty cell is not for that peer.
	END
	cat "$table".*
} | tee "$page"
exit "$status"
