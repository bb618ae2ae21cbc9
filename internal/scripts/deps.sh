#!/bin/sh
# Installs what gonao needs on Debian 12 or Ubuntu 24.04 if it is not installed yet: Debian packages, a Go of the
# version in go.mod, and a larger UDP receive buffer. It prints each step, and nothing if everything is installed.
#
#  internal/scripts/deps.sh            what building and running needs
#  internal/scripts/deps.sh --lab      what the laboratory needs: benches and scores, which draw and simulate in one process
#  internal/scripts/deps.sh --npm      npm, which `make nightly STEPS=conformance` and the studio's page need in addition
#  internal/scripts/deps.sh --firefox  what the smoke test of the page in Firefox ESR needs in addition (Debian)
#  internal/scripts/deps.sh --test     what the tests need in addition (idlc, Fast DDS and Gazebo Transport for the peers on the
#                                      wire, rosidl and PyYAML to compare with, SDFormat to check models, sshd for deployments,
#                                      espeak-ng for speech, chromium for the studio's page)
set -eu
cd "$(dirname "$0")/../.."

lab_packages="gcc libc6-dev pkg-config libmujoco-dev libegl-dev libegl1 libegl-mesa0 libgl1-mesa-dri"
run_packages="ca-certificates $lab_packages cyclonedds-dev libzmq3-dev"
test_packages="cyclonedds-tools python3-rosidl python3-yaml ros2-test-interface-files g++ libfastrtps-dev iproute2 espeak-ng ignition-tools libsdformat-dev openssh-server openssl ignition-transport-cli libignition-transport-dev protobuf-compiler chromium"
receive_buffer=4194304 # bytes: holds several 640x480 images, see docs/network.md
buffer_file=/proc/sys/net/core/rmem_max

say() { printf 'deps: %s\n' "$*"; }

. internal/scripts/watched.sh

# be_root reports whether commands can run as root, either because this user is root or through sudo.
be_root() {
	if [ -z "${root:-}" ]; then
		root=no
		if [ "$(id -u)" = 0 ]; then
			root=yes
		elif command -v sudo >/dev/null 2>&1 && sudo true; then
			root=sudo
		fi
	fi
	[ "$root" != no ]
}

# as_root runs a command as root. Call be_root first.
as_root() {
	if [ "$root" = sudo ]; then sudo "$@"; else "$@"; fi
}

missing() { # the packages of "$@" that are not installed
	for package in "$@"; do
		status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
		[ "$status" = installed ] || printf '%s ' "$package"
	done
}

# buffer_is_small reports whether the kernel's limit is so small that camera images are lost.
buffer_is_small() {
	[ -r "$buffer_file" ] && [ "$(cat "$buffer_file")" -lt "$receive_buffer" ]
}

# request prints everything that an administrator has to run, in one line.
request() { # PACKAGES
	line="apt-get update && apt-get install -y $1"
	! buffer_is_small || [ "$packages" = "$lab_packages" ] || line="$line&& sysctl -w net.core.rmem_max=$receive_buffer"
	say "as root, run once: $line"
}

how_far() { grep -c '^Setting up ' "$1" || true; }

install() { # PACKAGES
	wanted=$(missing "$@")
	[ -n "$wanted" ] || return 0
	if ! command -v apt-get >/dev/null 2>&1; then
		say "missing: $wanted— no apt-get here; install them with your system's package manager"
		exit 1
	fi
	if ! be_root; then
		say "missing: $wanted"
		request "$wanted"
		exit 1
	fi
	say "installing with apt: $wanted"
	log=$(mktemp)
	# shellcheck disable=SC2086 # the list is meant to be split
	watched "$log" "deps: packages set up: " as_root env DEBIAN_FRONTEND=noninteractive sh -c '
		apt-get update -qq &&
		apt-get install -y -q --no-install-recommends -o Dpkg::Use-Pty=0 "$@"' sh $wanted || true # looked at below
	wanted=$(missing "$@")
	if [ -n "$wanted" ]; then
		say "could not install: $wanted"
		if without_network "$log"; then say "no network: Debian's packages cannot be fetched"; else grep '^E:' "$log" || true; fi
		request "$wanted"
		exit 1
	fi
	rm -f "$log"
}

raise_receive_buffer() {
	buffer_is_small || return 0
	now=$(cat "$buffer_file")
	if be_root && as_root sh -c "echo $receive_buffer > $buffer_file" 2>/dev/null; then
		say "raised net.core.rmem_max from $now to $receive_buffer bytes until the next boot, so that camera images get through"
	else
		say "net.core.rmem_max is $now bytes: camera images of 640x480 would get lost, so cameras fall back to 320x240"
		say "for full images run once: sudo sysctl -w net.core.rmem_max=$receive_buffer"
	fi
}

# Installs all packages at once, so that an administrator is asked only once.
packages=$run_packages
case "${1:-}" in
--lab) packages=$lab_packages ;;
--test) packages="$packages $test_packages" ;;
--firefox) packages="$packages firefox-esr" ;;
--npm)
	command -v npm >/dev/null 2>&1 || packages="$packages npm" # it may be there without Debian's package
	packages="$packages openssl"
	;;
esac
if ! internal/scripts/go.sh >/dev/null 2>&1 && ! command -v go >/dev/null 2>&1 && [ ! -x /usr/bin/go ]; then
	packages="$packages golang-go"
fi
# shellcheck disable=SC2086 # the list is meant to be split
install $packages
internal/scripts/go.sh >/dev/null 2>&1 || internal/scripts/go.sh --fetch
[ "${1:-}" = --lab ] || raise_receive_buffer # the laboratory sends no images
