#!/bin/sh
# Fetches JdeRobot's public machines, the repository VisualStates-examples, into build/jderobot, outside git, and prints
# the directory. It does nothing if the directory exists. The commit must be the one given here.
set -eu
cd "$(dirname "$0")/../.."

repository=https://github.com/JdeRobot/VisualStates-examples.git
commit=911616bedb406d5d8082281cde322bf223da8414
into=build/jderobot

say() { printf 'jderobot: %s\n' "$*" >&2; }

if [ "$(git -C $into rev-parse HEAD 2>/dev/null || true)" = "$commit" ]; then
	echo $into
	exit 0
fi

rm -rf $into
mkdir -p $into
say "fetching $repository with git"
git -C $into init --quiet
if ! git -C $into fetch --quiet --depth 1 "$repository" $commit; then
	say "git could not fetch $repository; is the network there?"
	rm -rf $into
	exit 1
fi
git -C $into checkout --quiet FETCH_HEAD
echo $into
