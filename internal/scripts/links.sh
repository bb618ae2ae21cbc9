#!/bin/sh
# Makes links to the programs that hold several, cmd/nodes and cmd/lab, in a directory, one with the name of each program that is in them;
# in place of a program of that name. Where the program of several is not in the directory, its links are left out.
#
#   internal/scripts/links.sh                     prints the names, each with the program it is in
#   internal/scripts/links.sh build/bin           all of them
#   internal/scripts/links.sh build/bin vision    this one
set -eu
cmd=$(dirname "$0")/../../cmd
names=$(for several in nodes lab; do
	sed -n "s/^\t\"\([a-z_]*\)\": .*/\1 $several/p" "$cmd/$several/programs.go"
done)
[ $# -gt 0 ] || { echo "$names"; exit 0; }
dir=$1
shift
wanted=" $* "
echo "$names" | while read -r name several; do
	case "$wanted" in "  " | *" $name "*) ;; *) continue ;; esac
	[ ! -e "$dir/$several" ] || ln -sf "$several" "$dir/$name"
done
