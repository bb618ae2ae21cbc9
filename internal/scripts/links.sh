#!/bin/sh
# Makes links to the program nodes in a directory, one with the name of each node that is in it; in place of a program of that name.
#
#   internal/scripts/links.sh                     prints the names
#   internal/scripts/links.sh build/bin           all of them
#   internal/scripts/links.sh build/bin vision    this one
set -eu
source=$(dirname "$0")/../cmd/nodes/programs.go
names=$(sed -n 's/^\t"\([a-z_]*\)": .*/\1/p' "$source")
[ $# -gt 0 ] || { echo "$names"; exit 0; }
dir=$1
shift
for name in ${*:-$names}; do
	ln -sf nodes "$dir/$name"
done
