#!/bin/sh
# Writes the license texts of all Go modules that programs link, and of the npm packages of the studio's page.
#
#  internal/scripts/licences.sh DIR ./cmd/gonao ./cmd/nodes
set -eu
cd "$(dirname "$0")/../.."
dir=$1
shift
go=$(internal/scripts/go.sh)
mkdir -p "$dir"
rm -rf "$dir/go"
export PATH="$(dirname "$go"):$PATH"
GOROOT=$("$go" env GOROOT)
export GOROOT # without it the tool takes everything to be the standard library
# The tool does not recognize these texts: freetype has its own license (FTL), and goparsec has a notice before its
# Apache license. A person has read them, and they are copied unchanged.
known="github.com/golang/freetype github.com/prataprc/goparsec"
# The tool warns about files that are not Go, such as assembler. Only its failure matters.
# shellcheck disable=SC2046 # the list is meant to be split
if ! build/tools/go-licenses save --ignore gonao $(printf -- '--ignore %s ' $known) --save_path "$dir/go" "$@" >build/licences.log 2>&1; then
	cat build/licences.log >&2
	exit 1
fi
for module in $known; do
	from=$("$go" list -m -f '{{.Dir}}' "$module")
	[ -n "$from" ] || "$go" mod download "$module"
	from=$("$go" list -m -f '{{.Dir}}' "$module")
	mkdir -p "$dir/go/$module"
	find "$from" -maxdepth 2 -type f \( -iname '*licen[cs]e*' -o -path '*/licenses/*' \) -exec cp {} "$dir/go/$module/" \;
done
mkdir -p "$dir/go/std"
cp "$GOROOT/LICENSE" "$dir/go/std/"
find "$dir/go" -type f ! -iname '*licen[cs]e*' ! -iname 'copying*' ! -iname 'notice*' ! -iname 'copyright*' ! -path '*/freetype/*' ! -path '*/goparsec/*' -delete
chmod -R u+w "$dir/go"
find "$dir/go" -type d -empty -delete
modules=studio/web/node_modules
[ -d "$modules" ] || exit 0
# The page's own packages are those that package.json names as dependencies, and the packages that these need.
(cd studio/web && npm ls --omit=dev --all --parseable 2>/dev/null) | sed -n 's|.*/node_modules/||p' | LC_ALL=C sort -u | while read -r name; do
	for text in "$modules/$name"/[Ll][Ii][Cc][Ee][Nn][Cc]* "$modules/$name"/[Ll][Ii][Cc][Ee][Nn][Ss]*; do
		[ -f "$text" ] || continue
		mkdir -p "$dir/npm/$name"
		cp "$text" "$dir/npm/$name/"
	done
done
