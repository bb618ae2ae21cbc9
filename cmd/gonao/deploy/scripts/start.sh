#!/bin/sh
# Starts the nodes of the robot; made by `gonao robot deploy`, which overwrites it.
# The version stays the same while it runs, whatever "current" comes to mean.
here=$(cd "${0%/*}/.." && pwd -P) || exit 1
export AMENT_PREFIX_PATH="$here"
@EXPORTS@
if [ "${1:-}" = check ]; then
	exec "$here/bin/gonao" launch --print @LAUNCH@
fi
# Real-time priority and locked memory as far as this user may have them.
ulimit -r 30 2>/dev/null
ulimit -l unlimited 2>/dev/null

log=$HOME/gonao/log
mkdir -p "$log" || exit 1
if [ -f "$log/robot.log" ] && [ "$(wc -c <"$log/robot.log")" -gt 8000000 ]; then
	mv -f "$log/robot.log" "$log/robot.log.1"
fi
exec </dev/null >>"$log/robot.log" 2>&1
echo "== $(date): version ${here##*/} starts: "@LAUNCH@
echo $$ >"$HOME/gonao/pid"
date +%s >"$HOME/gonao/started"
exec "$here/bin/gonao" launch --no-color --log-dir "$log/nodes" @LAUNCH@
