#!/bin/sh
# Writes the texts of the licences of all Go modules that programs link, and of the npm packages of the studio's page.
#
#   scripts/licences.sh DIR ./cmd/gonao ./cmd/vision
set -eu
cd "$(dirname "$0")/.."
dir=$1
shift
go=$(scripts/go.sh)
mkdir -p "$dir"
rm -rf "$dir/go"
export PATH="$(dirname "$go"):$PATH"
GOROOT=$("$go" env GOROOT)
export GOROOT # without it the tool takes everything to be the standard library
# freetype is under a licence of its own kind (FTL), which the tool does not know; its texts are copied below.
# Warnings name files that are not Go, such as assembler: only a failure is of interest.
if ! build/tools/go-licenses save --ignore gonao --ignore github.com/golang/freetype --save_path "$dir/go" "$@" >build/licences.log 2>&1; then
	cat build/licences.log >&2
	exit 1
fi
freetype=$("$go" list -m -f '{{.Dir}}' github.com/golang/freetype)
if [ -n "$freetype" ]; then
	mkdir -p "$dir/go/github.com/golang/freetype"
	cp "$freetype/LICENSE" "$freetype"/licenses/* "$dir/go/github.com/golang/freetype/"
fi
mkdir -p "$dir/go/std"
cp "$GOROOT/LICENSE" "$dir/go/std/"
find "$dir/go" -type f ! -iname '*licen[cs]e*' ! -iname 'copying*' ! -iname 'notice*' ! -iname 'copyright*' ! -path '*/freetype/*' -delete
chmod -R u+w "$dir/go"
find "$dir/go" -type d -empty -delete
modules=studio/web/node_modules
[ -d "$modules" ] || exit 0
# The page's own packages are those that package.json names as dependencies, and what they need.
(cd studio/web && npm ls --omit=dev --all --parseable 2>/dev/null) | sed -n 's|.*/node_modules/||p' | LC_ALL=C sort -u | while read -r name; do
	for text in "$modules/$name"/[Ll][Ii][Cc][Ee][Nn][Cc]* "$modules/$name"/[Ll][Ii][Cc][Ee][Nn][Ss]*; do
		[ -f "$text" ] || continue
		mkdir -p "$dir/npm/$name"
		cp "$text" "$dir/npm/$name/"
	done
done
