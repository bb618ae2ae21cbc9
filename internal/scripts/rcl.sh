#!/bin/sh
# Runs a command with what cgo needs to find ROS 2's C library rcl, for builds with
# -tags rclgo. Where there is no rcl it fails and prints what to do.
#
#   internal/scripts/rcl.sh go build -tags rclgo ./cmd/...
#   internal/scripts/rcl.sh            prints where rcl is
#
# It searches the prefixes of AMENT_PREFIX_PATH (a sourced ROS 2), then /opt/ros, the newest distribution first: their names are in
# the order of the alphabet.
#
# rclgo's own flags are for one installation: they put /opt/ros/humble/lib into every program as its RUNPATH, and link
# librmw_implementation, which a ROS 2 that was built with one middleware does not have. The C compiler that the go
# command is given, build/rcl/cc, leaves the paths out, and links the one middleware where there is one.
set -eu

# The packages whose headers rcl's own need. Not all of include/: among the others are
# headers that carry the names of the C library's.
packages="rcl rcl_action rcl_yaml_param_parser rcutils rmw rosidl_runtime_c rosidl_typesupport_c
	rosidl_typesupport_interface rosidl_dynamic_typesupport action_msgs builtin_interfaces
	service_msgs type_description_interfaces unique_identifier_msgs"

sourced=$(printf '%s' "${AMENT_PREFIX_PATH:-}" | tr ':' '\n')
found=
for prefix in $sourced $(ls -d /opt/ros/* 2>/dev/null | sort -r); do
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

# middleware prints the library through which rmw is called: the one that chooses when a program starts, or the only one.
middleware() {
	only=
	for prefix in $sourced "$found"; do
		if [ -e "$prefix/lib/librmw_implementation.so" ]; then
			echo rmw_implementation
			return
		fi
		for entry in "$prefix"/share/ament_index/resource_index/rmw_typesupport/*; do
			if [ -e "$prefix/lib/lib${entry##*/}.so" ] && { [ -z "$only" ] || [ "${entry##*/}" = "${RMW_IMPLEMENTATION:-}" ]; }; then
				only=${entry##*/}
			fi
		done
	done
	if [ -z "$only" ]; then
		echo "rcl: no middleware in $found: neither lib/librmw_implementation.so nor one of share/ament_index/resource_index/rmw_typesupport" >&2
		return 1
	fi
	echo "$only"
}
rmw=$(middleware)

build=$(cd "$(dirname "$0")/../.." && pwd)/build/rcl
mkdir -p "$build"
# Put in place at once: another build may be running it.
cat >"$build/cc.$$" <<END
#!/bin/sh
for argument; do
	shift
	case \$argument in
	-Wl,-rpath=/usr/lib | -Wl,-rpath=/opt/ros/humble/lib | -L/usr/lib | -L/opt/ros/humble/lib) continue ;;
	-lrmw_implementation) argument=-l$rmw ;;
	esac
	set -- "\$@" "\$argument"
done
exec ${CC:-cc} "\$@"
END
chmod +x "$build/cc.$$"
mv "$build/cc.$$" "$build/cc"
export CC="$build/cc"

# rclgo, which is from 2024, uses what later versions of rcl call deprecated.
CGO_CFLAGS="${CGO_CFLAGS:--O2 -g} -Wno-deprecated-declarations $cflags" CGO_LDFLAGS="${CGO_LDFLAGS:--O2 -g} $libs" exec "$@"
