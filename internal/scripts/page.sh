#!/bin/sh
# Builds the studio's page into studio/web/dist, which the programs embed. It does nothing if the page was built from
# the present sources. If npm is missing or cannot fetch, it prints one line and succeeds, because the robot needs no
# page.
#
#  internal/scripts/page.sh
set -eu
cd "$(dirname "$0")/../.."

web=studio/web
dist=$web/dist
say() { printf 'page: %s\n' "$*"; }

# hash_of prints one hash of files and their names.
hash_of() { cat "$@" | sha256sum | cut -d' ' -f1; }

sources=$(find $web/src $web/build -type f | LC_ALL=C sort)
# shellcheck disable=SC2086 # the list is meant to be split
stamp=$({ echo "$sources"; cat $web/package-lock.json $sources; } | sha256sum | cut -d' ' -f1)
[ "$(cat $dist/stamp 2>/dev/null || true)" != "$stamp" ] || exit 0

if ! command -v npm >/dev/null 2>&1; then
	say "npm is not installed, so the studio is built without its page; internal/scripts/deps.sh --npm installs it"
	exit 0
fi
lock=$(hash_of $web/package-lock.json)
if [ "$(cat $web/node_modules/.lock 2>/dev/null || true)" != "$lock" ]; then
	say "fetching the page's packages with npm"
	if ! (cd $web && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error --fetch-retries=1 --fetch-timeout=60000 >/dev/null 2>"node_modules.log"); then
		say "npm could not fetch the page's packages ($web/node_modules.log), so the studio is built without a new page"
		exit 0
	fi
	rm -f $web/node_modules.log
	echo "$lock" >$web/node_modules/.lock
fi
go=$(internal/scripts/go.sh)
if ! "$go" run ./$web/build >$dist/build.log 2>&1; then
	cat $dist/build.log >&2
	exit 1
fi
tail -n 1 $dist/build.log
echo "$stamp" >$dist/stamp
