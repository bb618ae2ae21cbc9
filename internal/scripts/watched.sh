# This file is sourced by other scripts. Its functions run long commands and print their progress.

# watched runs a command with its output in a file. Every 5 s until the command ends, it prints a line with the given
# words, the output of the function how_far, and the time. It returns the command's status.
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

# without_network reports whether a file contains an error that is printed if the network cannot be reached.
without_network() {
	grep -qE 'dial tcp|no such host|Temporary failure (in name resolution|resolving)|Could not resolve|network is unreachable|i/o timeout' "$1"
}
