#!/bin/sh
# Packs the committed release twice, in two directories and each time with an empty build cache, and compares the bytes.
#
#  PROGRAMS="./cmd/gonao" internal/scripts/dist_twice.sh    packs only these programs
#  CACHE=DIR internal/scripts/dist_twice.sh                 uses this build cache, so that only linking and packing are compared
set -eu
cd "$(dirname "$0")/../.."
here=$PWD
at=$(mktemp -d)
trap 'chmod -R u+w "$at"; rm -rf "$at"' EXIT
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
COMMIT=$(git rev-parse HEAD)
export SOURCE_DATE_EPOCH COMMIT
for name in one a/longer/path/two; do
	mkdir -p "$at/$name/gonao" "$at/$name/cache"
	git archive HEAD | tar -x -C "$at/$name/gonao"
	mkdir -p "$at/$name/gonao/build/tools"
	cp build/tools/dist build/tools/go-licenses "$at/$name/gonao/build/tools/"
	# npm packages are fetched only once.
	[ ! -d studio/web/node_modules ] || cp -r studio/web/node_modules "$at/$name/gonao/studio/web/"
	echo "dist-twice: building in $at/$name"
	(cd "$at/$name/gonao" && GOCACHE="${CACHE:-$at/$name/cache}" internal/scripts/dist.sh) >"$at/$name/log" 2>&1 || { cat "$at/$name/log"; exit 1; }
	rm -rf "$at/$name/cache"
done
if diff "$at/one/gonao/build/dist/SHA256SUMS" "$at/a/longer/path/two/gonao/build/dist/SHA256SUMS"; then
	echo "dist-twice: the bytes are equal:"
	cat "$at/one/gonao/build/dist/SHA256SUMS"
else
	echo "dist-twice: the packages differ in:"
	diff -rq "$at/one/gonao/build/dist/stage" "$at/a/longer/path/two/gonao/build/dist/stage" || true
	cd "$here"
	exit 1
fi
