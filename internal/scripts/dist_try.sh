#!/bin/sh
# Installs the Debian package of build/dist in a clean root directory, tests it there, upgrades it and removes it. The
# script needs root and debootstrap.
#
#  internal/scripts/dist_try.sh [SUITE [MIRROR]]    the default is bookworm; noble, with a mirror of Ubuntu's archive, is Ubuntu 24.04
#  ROOT=DIR internal/scripts/dist_try.sh            uses the root directory DIR, and keeps it
set -eu
cd "$(dirname "$0")/../.."
suite=${1:-bookworm}
mirror=${2:-http://deb.debian.org/debian}
package=$(ls build/dist/gonao_*.deb)
say() { printf 'dist-try: %s\n' "$*"; }
[ "$(id -u)" = 0 ] || { say "expected root: sudo make nightly STEPS=dist-try"; exit 2; }
root=${ROOT:-$(mktemp -d)}
if [ ! -e "$root/bin/sh" ]; then
	command -v debootstrap >/dev/null 2>&1 || { say "install debootstrap"; exit 2; }
	say "a clean $suite in $root"
	# Debian's debootstrap has no scripts for new suites of Ubuntu, but they can all use the script of gutsy.
	script=
	[ -e "/usr/share/debootstrap/scripts/$suite" ] || script=/usr/share/debootstrap/scripts/gutsy
	# shellcheck disable=SC2086 # it may be empty
	debootstrap --variant=minbase "$suite" "$root" "$mirror" $script >"build/debootstrap.log" 2>&1 || { tail -5 build/debootstrap.log; exit 1; }
fi
learner=learner
in_root() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME="/home/$learner" LC_ALL=C.UTF-8 ROS_DOMAIN_ID="${DOMAIN:-97}" ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST "$@"; }
# Some programs read information about processes and threads, so the root has /proc and /dev during the test.
mount -t proc proc "$root/proc" 2>/dev/null && mounted=1 || { mounted=; say "note: /proc cannot be mounted here"; }
trap '[ -z "$mounted" ] || umount "$root/proc"; [ -n "${ROOT:-}" ] || rm -rf "$root"' EXIT

mkdir -p "$root/home/learner" "$root/tmp"
cp "$package" "$root/tmp/gonao.deb"
say "installing with apt: $(du -h "$package" | cut -f1)"
in_root apt-get update -qq
in_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends /tmp/gonao.deb libegl1 libegl-mesa0 libgl1-mesa-dri >build/apt.log 2>&1 || { tail -20 build/apt.log; exit 1; }
in_root gonao --version
in_root sh -ec 'cd /usr/share/doc/gonao/behavior/machines && gonao hfsm check dance.yaml && gonao hfsm run dance.yaml --for 1s >/dev/null'
in_root sh -ec 'for program in /usr/lib/gonao/*; do [ -d "$program" ] || ! ldd "$program" | grep "not found" || exit 1; done'
in_root test -e /usr/share/man/man1/gonao-launch.1.gz
in_root test -e /usr/share/bash-completion/completions/gonao
in_root gonao launch sim.launch.yaml --print >/dev/null

# try_messages installs the messages of a distribution of ROS 2 beside a copy of the one that this machine has, from whose packages it
# would come. Each message, empty, is encoded and decoded in Python, which loads the libraries for C and the middleware.
try_messages() {
	messages=$(ls build/dist/ros-"$1"-gonao-msgs_*.deb 2>/dev/null) || { say "no package of messages: dist found no rosidl of $1"; return; }
	prefix=$(internal/scripts/rcl.sh 2>/dev/null) && [ "${ROS_DISTRO:-${prefix##*/}}" = "$1" ] || { say "the messages are not tried: no ROS 2 $1 here"; return; }
	say "the messages, beside the ROS 2 of $prefix"
	needs=$(LD_LIBRARY_PATH="$prefix/lib" ldd "$prefix"/lib/librcl*.so "$prefix"/lib/librmw*.so | sed -n 's|^[[:space:]]*\(lib[^ ]*\) => \(/usr\)*/lib/.*|*/\1|p' | sort -u | xargs dpkg-query -S | cut -d: -f1 | sort -u)
	for python in $(dpkg-deb -f "$messages" Depends | tr ',|' '\n\n' | sed -n 's/^ *\(libpython3[^ ]*\) *$/\1/p'); do # one of two names
		in_root apt-cache show "$python" >/dev/null 2>&1 && break
	done
	# shellcheck disable=SC2086 # a list
	in_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends python3 python3-numpy python3-yaml "$python" $needs >>build/apt.log 2>&1 || { tail -20 build/apt.log; exit 1; }
	tar -C "$prefix" --exclude='*gonao*' --exclude=./include -c . | tar -C "$root/opt/ros/$1" -x
	cp "$messages" "$root/tmp/messages.deb"
	# The copy is no package, so ROS's own are missing for dpkg.
	in_root dpkg -i --force-depends /tmp/messages.deb >>build/apt.log 2>&1 || { tail -20 build/apt.log; exit 1; }
	cp internal/scripts/release/messages.py "$root/tmp/"
	in_root sh -ec 'export AMENT_PREFIX_PATH=$1 LD_LIBRARY_PATH=$1/lib PYTHONPATH=$(echo "$1"/lib/python3.*/site-packages)
		if ldd "$1"/lib/libgonao_msgs*.so | grep "not found"; then exit 1; fi
		python3 /tmp/messages.py "$1"' sh "/opt/ros/$1"
}

for ros in build/dist/ros/*; do
	[ -d "$ros" ] || continue
	distro=${ros##*/}
	say "the packages for ROS 2 $distro, found by the ament index alone"
	rm -f "$root"/tmp/ros-*
	cp build/dist/ros-"$distro"-gonao*.deb "$root/tmp/"
	rm -f "$root"/tmp/ros-*-msgs_* # it depends on ROS 2 itself
	in_root sh -c 'dpkg -i /tmp/ros-*.deb' >>build/apt.log 2>&1 || { tail -20 build/apt.log; exit 1; }
	in_root env AMENT_PREFIX_PATH="/opt/ros/$distro" gonao run gonao state_publisher --help >/dev/null
	in_root env AMENT_PREFIX_PATH="/opt/ros/$distro" gonao launch robot.launch.yaml --print | grep -q "^  /opt/ros/$distro/lib/gonao/" || { say "the launch file does not start what $distro has"; exit 1; }
	in_root sh -c "for program in /opt/ros/$distro/lib/gonao/*; do [ -x \$program ] || exit 1; done"
	try_messages "$distro"
	in_root sh -c 'dpkg --purge $(dpkg-query -W -f="\${Package}\n" "ros-*")' >>build/apt.log 2>&1
	[ ! -e "$root/opt/ros/$distro/lib/gonao" ] && [ ! -e "$root/opt/ros/$distro/share/gonao_msgs" ] || { say "the removal left links"; exit 1; }
done

if [ -x "$root/usr/lib/gonao/motion_lab" ]; then
	say "the first lesson, in the simulator of the package"
	cat >"$root/home/learner/drive.yaml" <<-END
		machine: drive
		initial: forward
		states:
		  forward:
		    do: {walk_to: {x: 0.5, y: 0.0}}
		    transitions: [{if: final, to: turn}]
		  turn:
		    do: {walk_to: {x: 0.0, y: 0.0, theta: 3.14}}
		    transitions: [{if: final, to: back}]
		  back:
		    do: {walk_to: {x: 0.5, y: 0.0}}
		    transitions: [{if: final, to: FINAL}]
	END
	in_root sh -c 'cd && gonao lesson check 1'
fi
if [ -x "$root/usr/lib/gonao/nao_driver" ]; then
	say "the simulated robot for 20 s, with a parameter of this computer"
	printf '/**/motion:\n  ros__parameters:\n    log_level_of_nobody: 1\n' >"$root/etc/gonao/params.yaml"
	in_root timeout 20 gonao launch sim.launch.yaml world:=empty >"build/launch.txt" 2>&1 && { say "a wrong parameter of /etc/gonao/params.yaml was not refused"; exit 1; }
	grep -q 'etc/gonao/params.yaml:3' build/launch.txt || { cat build/launch.txt; say "expected the file and line of the wrong parameter"; exit 1; }
	cp internal/scripts/release/params.yaml "$root/etc/gonao/params.yaml"
	in_root timeout --preserve-status -s INT 20 gonao launch mujoco.launch.yaml world:=empty >"build/launch.txt" 2>&1 || { cat build/launch.txt; exit 1; }
	grep -q 'has started\|loading the world' build/launch.txt || { cat build/launch.txt; exit 1; }
fi

say "an upgrade keeps what the user changed"
echo '# mine' >>"$root/etc/gonao/params.yaml"
rm -rf build/next
mkdir -p build/next
cp -r build/dist/stage build/next/stage
rm -rf build/next/stage/lib/gonao/libs
echo '# of the next release' >>build/next/stage/etc/gonao/params.yaml
build/tools/dist -version 999.0.0 -epoch "$(date +%s)" -stage build/next/stage -output build/next
cp build/next/*.deb "$root/tmp/next.deb"
rm -rf build/next
in_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends -o Dpkg::Options::=--force-confdef -o Dpkg::Options::=--force-confold /tmp/next.deb >>build/apt.log 2>&1
in_root dpkg-query -W -f='${Version}\n' gonao | grep -q 999.0.0
grep -q '# mine' "$root/etc/gonao/params.yaml" || { say "the upgrade changed /etc/gonao/params.yaml"; exit 1; }
in_root apt-get remove -y -qq gonao >>build/apt.log 2>&1
grep -q '# mine' "$root/etc/gonao/params.yaml" || { say "the removal deleted /etc/gonao/params.yaml"; exit 1; }
[ ! -e "$root/usr/lib/gonao/gonao" ] || { say "the removal left programs"; exit 1; }
in_root apt-get purge -y -qq gonao >>build/apt.log 2>&1
[ ! -e "$root/etc/gonao/params.yaml" ] || { say "purge left /etc/gonao/params.yaml"; exit 1; }
say "installed, tried, upgraded, removed: done"
