# The standard input lists what the current version has already, as the new one has it.
new=$dir/versions/.incoming-$version
while IFS= read -r path; do
	mkdir -p "$new/$(dirname "$path")" || exit 1
	ln "$dir/current/$path" "$new/$path" || exit 1
done
cd "$new" || exit 1
if command -v sha256sum >/dev/null 2>&1; then
	sha256sum -c MANIFEST >/dev/null 2>.wrong || { echo "the copy is damaged: $(tail -n 1 .wrong)" >&2; exit 1; }
	rm -f .wrong
fi
./bin/robot check >/dev/null || { echo "the new version does not run on this robot" >&2; exit 1; }
