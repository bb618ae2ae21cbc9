trap '' HUP INT PIPE TERM
was=$(readlink "$dir/current" 2>/dev/null)
to=$(readlink "$dir/previous" 2>/dev/null)
if [ -z "$to" ] || [ ! -d "$dir/$to" ]; then
	echo "there is no version before the current one" >&2
	exit 1
fi
stop
point current "$to" && point previous "$was" || exit 1
start "$start"
