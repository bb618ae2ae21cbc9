#!/bin/sh
# Prints the programs that can be built on this machine, one a line (./cmd/gonao). A program that links a package whose
# C library is not installed is left out, and named on stderr with the library. internal/scripts/links.sh makes links with the names
# of the programs that are in cmd/nodes and cmd/lab.
#
#   internal/scripts/programs.sh                on Cyclone DDS
#   internal/scripts/programs.sh -tags rclgo    on an installed ROS 2
set -eu
cd "$(dirname "$0")/../.."

go=$(internal/scripts/go.sh) || { echo "programs: no Go as new as go.mod asks; internal/scripts/deps.sh installs one" >&2; exit 1; }

# libraries prints, for each package that binds a C library: the package, the library's headers, its Debian packages.
libraries() {
	cat <<-END
		gonao/sim/mujoco mujoco/mujoco.h,EGL/egl.h libmujoco-dev,libegl-dev
		gonao/gazebo_bridge/transport zmq.h libzmq3-dev
		gonao/ros/cyclone dds/dds.h cyclonedds-dev
	END
}

# there: does the C compiler find all of these headers?
there() {
	printf '%s' "$1" | tr ',' '\n' | sed 's/.*/#include <&>/' | ${CC:-cc} -E -x c - -o /dev/null 2>/dev/null
}

missing=
while read -r package headers debian; do
	there "$headers" || missing="$missing $package:$debian"
done <<END
$(libraries)
END

# One line a program: its directory, then the packages that it links. Generators of code are not for robots.
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
