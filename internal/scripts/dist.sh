#!/bin/sh
# Packs a release into build/dist: a tar file, a Debian package for Debian 12, Debian 13 and Ubuntu 24.04 (with its own
# libraries), and SHA256SUMS. The same commit results in the same bytes: times are the commit's, and programs contain no
# paths.
#
#  internal/scripts/dist.sh [VERSION]    VERSION is that of nodes/package.xml if left out
#  PROGRAMS="./cmd/gonao ./cmd/nodes" internal/scripts/dist.sh    packs only these programs
#  ROS_DISTROS="jazzy lyrical" internal/scripts/dist.sh           also packs for these ROS 2 distributions; the default is jazzy and kilted
set -eu
cd "$(dirname "$0")/../.."

go=$(internal/scripts/go.sh)
say() { printf 'dist: %s\n' "$*"; }
version=${1:-$(sed -n 's|.*<version>\(.*\)</version>.*|\1|p' nodes/package.xml)}
epoch=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || true)}
commit=${COMMIT:-$(git rev-parse HEAD 2>/dev/null || true)}
[ -n "$epoch" ] && [ -n "$commit" ] || { echo "dist: no commit here: expected a clone, or SOURCE_DATE_EPOCH and COMMIT" >&2; exit 2; }
stage=build/dist/stage
rm -rf build/dist
mkdir -p "$stage/lib/gonao" "$stage/bin" "$stage/lib/systemd/user" "$stage/etc/gonao" "$stage/share/doc/gonao"

internal/scripts/page.sh
grep -q . studio/web/dist/stamp 2>/dev/null || say "the studio's page is not built (npm is missing), so the packages do not contain it"

programs=${PROGRAMS:-$(internal/scripts/programs.sh)}
# shellcheck disable=SC2086 # the list is meant to be split
set -- $programs
internal/scripts/licences.sh "$stage/share/doc/gonao/licences" "$@"
say "building $# programs of version $version"
# -buildid= and -trimpath leave out what depends on the directory. The libraries inherit the run path.
"$go" build -trimpath -buildvcs=false -o "$stage/lib/gonao/" \
	-ldflags "-buildid= -s -w -X gonao/cmd/gonao/cli.release=$version -X gonao/cmd/gonao/cli.commit=$commit -extldflags '-Wl,--disable-new-dtags,-rpath,\$ORIGIN/libs,--build-id=none'" "$@"
internal/scripts/links.sh "$stage/lib/gonao"
ln -s ../lib/gonao/gonao "$stage/bin/gonao"

say "manual pages, completion, launch files"
"$go" run -trimpath -buildvcs=false ./internal/manpages -version "$version" -date "$(date -u -d "@$epoch" +%F)" "$stage/share"
gzip -n9 "$stage"/share/man/man1/*.1
for package in gonao gonao_bringup; do
	mkdir -p "$stage/share/ament_index/resource_index/packages" "$stage/share/$package"
	: >"$stage/share/ament_index/resource_index/packages/$package"
done
cp nodes/package.xml "$stage/share/gonao/"
cp -r launch/package.xml launch/*.launch.yaml launch/params launch/rviz launch/meshes "$stage/share/gonao_bringup/"
cp -r README.md ARCHITECTURE.md CHANGELOG.md docs "$stage/share/doc/gonao/"
mkdir -p "$stage/share/doc/gonao/behavior"
cp -r behavior/machines "$stage/share/doc/gonao/behavior/"
find "$stage/share/doc/gonao/behavior" -name '*.go' -delete
cp LICENSE "$stage/share/doc/gonao/copyright"
cp internal/scripts/release/*.service "$stage/lib/systemd/user/"
cp internal/scripts/release/params.yaml "$stage/etc/gonao/params.yaml"

say "libraries, bill of materials, packages"
build/tools/dist -version "$version" -epoch "$epoch" -stage "$stage" -output build/dist

# Packages for a ROS 2 distribution contain links to the programs of the package gonao, and the launch files, below
# /opt/ros/DISTRO, as colcon would install them. Messages for C++ and Python are made by ROS's own generators if these
# are installed.
for distro in ${ROS_DISTROS-jazzy kilted}; do
	ros=build/dist/ros/$distro
	say "packages for ROS 2 $distro"
	mkdir -p "$ros/gonao/lib/gonao" "$ros/gonao/share/gonao/urdf"
	for program in "$stage"/lib/gonao/*; do
		[ -d "$program" ] || ln -s "/usr/lib/gonao/${program##*/}" "$ros/gonao/lib/gonao/"
	done
	"$stage/lib/gonao/gonao" robot model urdf >"$ros/gonao/share/gonao/urdf/nao.urdf"
	for package in gonao gonao_bringup; do
		index=$ros/$package/share/ament_index/resource_index/packages
		mkdir -p "$index"
		: >"$index/$package"
		cp -r "$stage/share/$package" "$ros/$package/share/"
	done
	if [ -e "/opt/ros/$distro/share/rosidl_default_generators" ] && command -v cmake >/dev/null 2>&1; then
		# shellcheck disable=SC1090,SC2030 # of the distribution that is packed for
		(set +u; . "/opt/ros/$distro/setup.sh"; cmake -S msgs -B "build/ros-msgs/$distro" -DBUILD_TESTING=OFF -DCMAKE_INSTALL_PREFIX="/opt/ros/$distro" &&
			cmake --build "build/ros-msgs/$distro" -j && DESTDIR="$PWD/build/ros-msgs/$distro/root" cmake --install "build/ros-msgs/$distro")
		mv "build/ros-msgs/$distro/root/opt/ros/$distro" "$ros/gonao_msgs"
	else
		say "ros-$distro-gonao-msgs is left out: no rosidl of $distro in /opt/ros, or no cmake"
	fi
	build/tools/dist -version "$version" -epoch "$epoch" -stage "$ros" -output build/dist -ros "$distro"
done
(cd build/dist && sha256sum ./*.tar.gz ./*.deb | sed 's|\./||' >SHA256SUMS && cat SHA256SUMS)
