# Sourced by the scripts here: long commands that say how far they are.

# watched runs a command with all that it prints in a file, and prints a line every 5 s until it ends: the words, and the
# function how_far's, and the time. It returns the command's status.
watched() { # FILE WORDS COMMAND...
	file=$1 words=$2
	shift 2
	"$@" >"$file" 2>&1 &
	worker=$!
	trap 'kill "$worker" 2>/dev/null; exit 130' INT TERM
	seconds=0
	while kill -0 "$worker" 2>/dev/null; do
		[ $((seconds % 25)) != 24 ] || printf '%s%s, %d s\n' "$words" "$(how_far "$file")" $(((seconds + 1) / 5))
		seconds=$((seconds + 1)) # fifths
		sleep 0.2
	done
	status=0
	wait "$worker" || status=$?
	trap - INT TERM
	return "$status"
}

# without_network reports whether a file holds what is printed when nothing can be fetched.
without_network() {
	grep -qE 'dial tcp|no such host|Temporary failure (in name resolution|resolving)|Could not resolve|network is unreachable|i/o timeout' "$1"
}
