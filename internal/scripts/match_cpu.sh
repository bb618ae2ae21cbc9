#!/bin/sh
# Compares the digest of a match on this processor with the digest on an emulated processor without AVX and FMA.
#
#  internal/scripts/match_cpu.sh build/bin/match
set -eu
program=$1
if ! command -v qemu-x86_64 >/dev/null 2>&1; then
	echo "match_cpu: not run: qemu-x86_64 was not found; install qemu-user"
	exit 0
fi
set -- --red ours --blue luar --seed 3 --half 30s
digest() { sed -n 's/^digest //p'; }
here=$("$program" "$@" | digest)
# With these settings, the program does not execute itself a second time, which would leave the emulator.
there=$(GODEBUG=cpu.fma=off GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-AVX2,-FMA4,-AVX qemu-x86_64 -cpu Nehalem "$program" "$@" | digest)
echo "match_cpu: $here on this processor, $there on a Nehalem"
[ -n "$here" ] && [ "$here" = "$there" ]
