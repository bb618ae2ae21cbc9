#!/bin/sh
# Fetches the W3C's SCXML suite from the npm package @scion-scxml/test-framework (Apache-2.0) into build/scxml, outside
# git, and prints the directory of its documents. It does nothing if the directory exists. The package must have the
# hash given here.
set -eu
cd "$(dirname "$0")/../.."

name=@scion-scxml/test-framework
version=2.0.16
integrity=sha512-5rRd5CdFLUzmPaO43NSamBmhq6uW/0kUmUneEnqRSbAj0FiFVAINd1DfadUkdECT+xHLARCJZU7meQD4nqYyKw==
into=build/scxml
documents=$into/package/test/w3c-ecma

say() { printf 'scxml: %s\n' "$*" >&2; }

if [ "$(cat $into/integrity 2>/dev/null || true)" = "$integrity" ] && [ -f $documents/manifest.xml ]; then
	echo $documents
	exit 0
fi

internal/scripts/deps.sh --npm >&2
rm -rf $into
mkdir -p $into
say "fetching $name $version with npm"
if ! file=$(npm pack --silent --pack-destination $into "$name@$version" 2>$into/npm.log); then
	cat $into/npm.log >&2
	say "npm could not fetch $name@$version; is the network there?"
	exit 1
fi
hash=sha512-$(openssl dgst -sha512 -binary "$into/$file" | openssl base64 -A)
if [ "$hash" != "$integrity" ]; then
	say "$name $version has the hash $hash; expected $integrity"
	rm -rf $into
	exit 1
fi
tar -xzf "$into/$file" -C $into
rm -f "$into/$file" $into/npm.log
printf '%s\n' "$integrity" >$into/integrity
echo $documents
