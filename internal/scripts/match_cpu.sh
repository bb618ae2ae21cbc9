#!/bin/sh
# Compares the digest of a match on this processor with that on an emulated one without AVX and FMA.
#
#   internal/scripts/match_cpu.sh build/bin/match
set -eu
program=$1
if ! command -v qemu-x86_64 >/dev/null 2>&1; then
	echo "match_cpu: not run: there is no qemu-x86_64; install qemu-user"
	exit 0
fi
set -- --red ours --blue luar --seed 3 --half 30s
digest() { sed -n 's/^digest //p'; }
here=$("$program" "$@" | digest)
# With the settings given, the program does not execute itself once more, which would leave the emulator.
there=$(GODEBUG=cpu.fma=off GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-AVX2,-FMA4,-AVX qemu-x86_64 -cpu Nehalem "$program" "$@" | digest)
echo "match_cpu: $here on this processor, $there on a Nehalem"
[ -n "$here" ] && [ "$here" = "$there" ]
