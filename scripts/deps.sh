#!/bin/sh
# Installs what gonao needs on Debian 12 or Ubuntu 24.04 and is not installed yet: Debian packages,
# a Go of the version in go.mod, and a larger UDP receive buffer. It prints each step, and nothing
# when nothing is missing.
#
#   scripts/deps.sh          what building and running needs
#   scripts/deps.sh --npm    what `make conformance` and the studio's page need besides: npm
#   scripts/deps.sh --firefox  what the smoke test of the page in Firefox ESR needs besides (Debian)
#   scripts/deps.sh --test   what the tests need besides (idlc, Fast DDS and Gazebo Transport for the peers on the wire,
#                          rosidl and PyYAML to compare with, SDFormat to check models,
#                          sshd to be deployed to, espeak-ng to speak, chromium for the studio's page)
set -eu
cd "$(dirname "$0")/.."

run_packages="ca-certificates gcc libc6-dev pkg-config cyclonedds-dev libmujoco-dev libegl-dev libegl1 libegl-mesa0 libgl1-mesa-dri libzmq3-dev"
test_packages="cyclonedds-tools python3-rosidl python3-yaml ros2-test-interface-files g++ libfastrtps-dev iproute2 espeak-ng ignition-tools libsdformat-dev openssh-server openssl ignition-transport-cli libignition-transport-dev protobuf-compiler chromium"
receive_buffer=4194304 # bytes: holds several 640x480 images, see docs/network.md

say() { printf 'deps: %s\n' "$*"; }

# as_root runs a command as root, through sudo where needed and possible.
as_root() {
	if [ "$(id -u)" = 0 ]; then
		"$@"
	elif command -v sudo >/dev/null 2>&1; then
		sudo "$@"
	else
		return 1
	fi
}

missing() { # the packages of "$@" that are not installed
	for package in "$@"; do
		status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
		[ "$status" = installed ] || printf '%s ' "$package"
	done
}

install() {
	wanted=$(missing "$@")
	[ -n "$wanted" ] || return 0
	if ! command -v apt-get >/dev/null 2>&1; then
		say "missing: $wanted— no apt-get here; install them with your system's package manager"
		exit 1
	fi
	say "installing with apt: $wanted"
	# apt's output is reduced to a line per package; its result is checked below.
	# shellcheck disable=SC2086 # the list is meant to be split
	as_root env DEBIAN_FRONTEND=noninteractive sh -c '
		apt-get update -qq &&
		apt-get install -y -q --no-install-recommends -o Dpkg::Use-Pty=0 "$@"' sh $wanted |
		sed -n 's/^Setting up \([^ :]*\).*/deps:   \1/p'
	wanted=$(missing "$@")
	if [ -n "$wanted" ]; then
		say "could not install: $wanted"
		say "as root, run: apt-get update && apt-get install $wanted"
		exit 1
	fi
}

install_go() {
	scripts/go.sh >/dev/null 2>&1 && return 0
	if ! command -v go >/dev/null 2>&1 && [ ! -x /usr/bin/go ]; then
		install golang-go
	fi
	scripts/go.sh --fetch
}

raise_receive_buffer() {
	file=/proc/sys/net/core/rmem_max
	[ -r "$file" ] || return 0
	now=$(cat "$file")
	[ "$now" -lt "$receive_buffer" ] || return 0
	set_it="sysctl -w net.core.rmem_max=$receive_buffer"
	if as_root sh -c "echo $receive_buffer > $file" 2>/dev/null; then
		say "raised net.core.rmem_max from $now to $receive_buffer bytes until the next boot, so that camera images get through"
	else
		say "net.core.rmem_max is $now bytes: camera images of 640x480 would get lost, so cameras fall back to 320x240"
		say "for full images run once: sudo $set_it"
	fi
}

# shellcheck disable=SC2086 # the lists are meant to be split
install $run_packages
if [ "${1:-}" = --test ]; then
	# shellcheck disable=SC2086
	install $test_packages
fi
if [ "${1:-}" = --firefox ]; then
	install firefox-esr
fi
if [ "${1:-}" = --npm ]; then
	command -v npm >/dev/null 2>&1 || install npm # it may be there without Debian's package
	install openssl
fi
install_go
raise_receive_buffer
