#!/bin/sh
# Runs a command with what cgo needs to find ROS 2's C library rcl, for builds with
# -tags rclgo; fails with a word on what to do where there is no rcl.
#
#   scripts/rcl.sh go build -tags rclgo ./cmd/...
#   scripts/rcl.sh            says where rcl is
#
# Looked at: the prefixes of AMENT_PREFIX_PATH (a sourced ROS 2), then /opt/ros/*.
set -eu

# The packages whose headers rcl's own need. Not all of include/: among the others are
# headers that carry the names of the C library's.
packages="rcl rcl_action rcl_yaml_param_parser rcutils rmw rosidl_runtime_c rosidl_typesupport_c
	rosidl_typesupport_interface rosidl_dynamic_typesupport action_msgs builtin_interfaces
	service_msgs type_description_interfaces unique_identifier_msgs"

sourced=$(printf '%s' "${AMENT_PREFIX_PATH:-}" | tr ':' '\n')
found=
for prefix in $sourced /opt/ros/*; do
	if [ -e "$prefix/lib/librcl.so" ]; then
		found=$prefix
		break
	fi
done
if [ -z "$found" ]; then
	echo "rcl: not found in AMENT_PREFIX_PATH (\"${AMENT_PREFIX_PATH:-}\") nor in /opt/ros; install ROS 2 and source its setup.bash" >&2
	exit 1
fi
if [ $# = 0 ]; then
	echo "$found"
	exit 0
fi

# A package may lie in any of the prefixes (an overlay).
cflags=
libs="-L$found/lib"
for prefix in $sourced "$found"; do
	for package in $packages; do
		if [ -d "$prefix/include/$package/$package" ]; then
			cflags="$cflags -I$prefix/include/$package"
		fi
	done
	if [ -d "$prefix/lib" ]; then
		libs="$libs -L$prefix/lib"
	fi
done
if [ -z "$sourced" ]; then
	export AMENT_PREFIX_PATH="$found"
	export LD_LIBRARY_PATH="$found/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
fi
# rclgo, which is from 2024, uses what later versions of rcl call deprecated.
CGO_CFLAGS="${CGO_CFLAGS:--O2 -g} -Wno-deprecated-declarations $cflags" CGO_LDFLAGS="${CGO_LDFLAGS:--O2 -g} $libs" exec "$@"
