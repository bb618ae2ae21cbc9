#!/bin/sh
# Creates links to the programs that hold several, cmd/nodes and cmd/lab, in a directory. There is one link for each
# program in them, which replaces a program of the same name. If cmd/nodes or cmd/lab is not in the directory, its links
# are left out.
#
#  internal/scripts/links.sh                     prints the names, each with the program that contains it
#  internal/scripts/links.sh build/bin           creates all links
#  internal/scripts/links.sh build/bin vision    creates this link
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
