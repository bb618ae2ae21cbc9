#!/bin/sh
# Changes the path of gonao's Go module, which is in the first line of go.mod, everywhere it is used: in imports,
# templates, generators, scripts, and the commands of documents. Names of ROS packages and directories, such as
# lib/gonao/vision, stay. Run the script in the root of the tree, then: make generate fmt test.
#
#  internal/scripts/module_path.sh github.com/somebody/gonao
set -eu
new=${1:-}
old=$(sed -n 's/^module //p' go.mod)
case $new in
"" | *[!A-Za-z0-9._~/-]* | /* | */ | *//*) echo "module_path: \"$new\": expected the path of a Go module, such as github.com/somebody/gonao" >&2; exit 2 ;;
esac
[ "$new" != "$old" ] || { echo "module_path: the module is $old already"; exit 0; }
quoted=$(printf %s "$old" | sed 's/\./\\./g')
folders=$(find . -mindepth 1 -maxdepth 1 -type d ! -name '.*' ! -name build | sed 's|^\./||' | paste -sd'|')
find . \( -name build -o -name node_modules -o -name .git -o -path ./docs/decisions \) -prune -o -type f \
	\( -name '*.go' -o -name '*.mod' -o -name '*.tmpl' -o -name '*.md' -o -name '*.sh' -o -name '*.txt' -o -name '*.yml' -o -name '*.json' -o -name Makefile \) \
	! -name CHANGELOG.md ! -name '*.pb.go' -print | xargs sed -E -i \
	-e "s,(^|[^A-Za-z0-9_/~%.@-])$quoted/($folders)\>,\1$new/\2,g" \
	-e "s,$new/studio\.json,gonao/studio.json,g" \
	-e "s,([ \"(^#])$quoted/([\"|[}]),\1$new/\2,g" \
	-e "s,((module|require|replace)[ (]|prefix\()$quoted([\\ )/]|\$),\1$new\3,g" \
	-e "s,module-path: $quoted\$,module-path: $new," \
	-e "s,(-require |-replace )$quoted([@=]),\1$new\2,g"
echo "module_path: $old is $new"
