# What the other scripts stand on.
dir=$HOME/gonao

# Does this user have services of systemd? Over ssh it may have to be told where.
has_services() {
	XDG_RUNTIME_DIR=${XDG_RUNTIME_DIR:-/run/user/$(id -u)}
	export XDG_RUNTIME_DIR
	systemctl --user show-environment >/dev/null 2>&1
}

# The launcher's process, if it runs.
runs() {
	pid=$(cat "$dir/pid" 2>/dev/null) && [ -n "$pid" ] &&
		grep -q gonao "/proc/$pid/cmdline" 2>/dev/null
}

# Ends the nodes; the driver lets the robot down meanwhile.
stop() {
	if has_services; then
		systemctl --user stop gonao.service 2>/dev/null
	fi
	if runs; then
		kill -INT "$pid" 2>/dev/null
		left=100
		while runs && [ "$left" -gt 0 ]; do
			left=$((left - 1))
			sleep 0.2
		done
		if runs; then
			kill -KILL "$pid" 2>/dev/null
			echo "the launcher did not end within 20 s and was killed" >&2
		fi
	fi
	rm -f "$dir/pid"
}

# Starts what "current" means, and waits until it has a process.
start() {
	rm -f "$dir/pid"
	if has_services; then
		mkdir -p "$HOME/.config/systemd/user" &&
			cp "$dir/current/gonao.service" "$HOME/.config/systemd/user/gonao.service" &&
			systemctl --user daemon-reload &&
			systemctl --user start gonao.service || return 1
		if [ "$1" = boot ]; then
			systemctl --user enable gonao.service 2>/dev/null || return 1
		else
			systemctl --user disable gonao.service 2>/dev/null
		fi
	else
		if [ "$1" = boot ]; then
			echo "this robot has no user services (systemctl --user): nothing can be started at boot" >&2
			return 1
		fi
		setsid "$dir/current/bin/robot" </dev/null >/dev/null 2>&1 &
	fi
	left=50
	while [ ! -s "$dir/pid" ] && [ "$left" -gt 0 ]; do
		left=$((left - 1))
		sleep 0.1
	done
	if ! runs; then
		echo "it ended at once" >&2
		return 1
	fi
}

# Lets a link mean something else, in one step.
point() {
	ln -s "$2" "$dir/.link.$$" || return 1
	mv -Tf "$dir/.link.$$" "$dir/$1" 2>/dev/null && return 0
	rm -f "$dir/$1" # an mv that has no -T
	mv "$dir/.link.$$" "$dir/$1"
}
