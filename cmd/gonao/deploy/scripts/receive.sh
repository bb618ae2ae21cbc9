# What an interrupted copy left is of no use to anybody.
rm -rf "$dir"/versions/.incoming-*
new=$dir/versions/.incoming-$version
mkdir -p "$new" || exit 1
tar -x -f - -C "$new"
