#!/bin/sh
# Looks up known vulnerabilities in everything that the programs link, in the database of vuln.go.dev. If govulncheck
# cannot be built or the database cannot be reached, the script prints that it checked nothing, and succeeds.
#
#  SCAN=package internal/scripts/vulnerabilities.sh    checks the linked packages, without looking at which functions are called
set -eu
cd "$(dirname "$0")/../.."
go=$(internal/scripts/go.sh)
tool=$PWD/build/tools/govulncheck
mkdir -p build/tools
if ! [ -x "$tool" ] && ! "$go" build -C internal/tools/release -o "$tool" golang.org/x/vuln/cmd/govulncheck 2>build/vulnerabilities.txt; then
	echo "vulnerabilities: not looked for: govulncheck could not be built: $(tail -n 1 build/vulnerabilities.txt)"
	exit 0
fi
status=0
PATH="$(dirname "$go"):$PATH" "$tool" -scan "${SCAN:-symbol}" ./cmd/... >build/vulnerabilities.txt 2>&1 || status=$?
if [ $status = 1 ] && grep -q 'fetching vulnerabilities' build/vulnerabilities.txt; then
	echo "vulnerabilities: not looked for: the database at vuln.go.dev cannot be reached"
	exit 0
fi
cat build/vulnerabilities.txt
exit $status
