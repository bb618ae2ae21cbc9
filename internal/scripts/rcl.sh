#!/bin/sh
# Runs a command with the settings that cgo needs to find ROS 2's C library rcl, for builds with -tags rclgo. If rcl is
# not found, the script fails and prints what to do.
#
#  internal/scripts/rcl.sh go build -tags rclgo ./cmd/...
#  internal/scripts/rcl.sh            prints where rcl is
#
# The script searches the prefixes of AMENT_PREFIX_PATH (a sourced ROS 2), then /opt/ros. There it takes the newest
# distribution first, because their names are in alphabetical order.
#
# The flags in rclgo are made for one particular installation: they put /opt/ros/humble/lib into every program as its
# RUNPATH, and link librmw_implementation, which is missing from a ROS 2 that was built with only one middleware.
# Therefore the go command gets build/rcl/cc as its C compiler. It removes these paths, and links the middleware itself
# if there is only one.
set -eu

# These are the packages whose headers are needed by the headers of rcl. The rest of include/ is left out, because some
# headers there have the same names as headers of the C library.
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

# In an overlay, a package may be in any of the prefixes.
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

# middleware prints the library that provides rmw: the one that selects a middleware when a program starts, or the only
# middleware.
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
# The file is moved into place at once, because another build may be running it.
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

# rclgo is from 2024 and uses functions that later versions of rcl mark as deprecated.
CGO_CFLAGS="${CGO_CFLAGS:--O2 -g} -Wno-deprecated-declarations $cflags" CGO_LDFLAGS="${CGO_LDFLAGS:--O2 -g} $libs" exec "$@"
