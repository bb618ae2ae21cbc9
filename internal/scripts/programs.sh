#!/bin/sh
# Prints the programs that can be built on this machine, one per line (./cmd/gonao). A program is left out if it links a
# package whose C library is not installed; its name and the library are printed to stderr. internal/scripts/links.sh
# creates links with the names of the programs that are in cmd/nodes and cmd/lab.
#
#  internal/scripts/programs.sh                for Cyclone DDS
#  internal/scripts/programs.sh -tags rclgo    for an installed ROS 2
set -eu
cd "$(dirname "$0")/../.."

go=$(internal/scripts/go.sh) || { echo "programs: no Go as new as go.mod asks; internal/scripts/deps.sh installs one" >&2; exit 1; }

# libraries prints a line for each package that binds a C library: the package, the library's headers, and its Debian
# packages.
libraries() {
	cat <<-END
		gonao/sim/mujoco mujoco/mujoco.h,EGL/egl.h libmujoco-dev,libegl-dev
		gonao/gazebo_bridge/transport zmq.h libzmq3-dev
		gonao/ros/cyclone dds/dds.h cyclonedds-dev
	END
}

# there reports whether the C compiler finds all of these headers.
there() {
	printf '%s' "$1" | tr ',' '\n' | sed 's/.*/#include <&>/' | ${CC:-cc} -E -x c - -o /dev/null 2>/dev/null
}

missing=
while read -r package headers debian; do
	there "$headers" || missing="$missing $package:$debian"
done <<END
$(libraries)
END

# Each line lists the directory of a program, then the packages that it links. Code generators are left out, because the
# robot does not need them.
"$go" list "$@" -f '{{if eq .Name "main"}}{{.ImportPath}} {{join .Deps " "}}{{end}}' ./cmd/... | sed 's|^gonao/|./|' | while read -r program deps; do
	lacks=
	for pair in $missing; do
		case " $deps " in *" ${pair%%:*} "*) lacks="$lacks ${pair#*:}" ;; esac
	done
	case $program in
	*gen) ;;
	*) if [ -z "$lacks" ]; then
		echo "$program"
	else
		echo "programs: $program is left out; install$(echo "$lacks" | tr ',' ' ')" >&2
	fi ;;
	esac
done
