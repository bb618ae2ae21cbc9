# From here on nobody interrupts: half of it would be worse than all.
trap '' HUP INT PIPE TERM
mv "$dir/versions/.incoming-$version" "$dir/versions/$version" || exit 1
stop
was=$(readlink "$dir/current" 2>/dev/null)
point current "versions/$version" || exit 1
if [ -n "$was" ]; then
	point previous "$was" || exit 1
fi
for old in "$dir"/versions/*; do
	case versions/${old##*/} in
	"versions/$version" | "$was") ;;
	*) rm -rf "$old" ;;
	esac
done
if [ "$start" = no ]; then
	exit 0
fi
start "$start"
