package launcher

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"
)

// orphanScript reads "+ pid" and "- pid" until the launcher has ended, in whatever way. After 6 s it kills the
// process groups that are left. The kernel has sent them SIGTERM, and a driver lets its robot down within 4 s.
const orphanScript = `trap '' INT TERM HUP
pids=
while read -r op pid; do
	rest=
	for p in $pids; do [ "$p" = "$pid" ] || rest="$rest $p"; done
	pids=$rest
	[ "$op" = - ] || pids="$pids $pid"
done
[ -z "$pids" ] && exit
sleep 6
for p in $pids; do kill -s KILL -- "-$p"; done`

// orphans is a process that outlives a killed launcher and kills the processes that ignore SIGTERM.
type orphans struct {
	cmd   *exec.Cmd
	lines *os.File
}

// watchOrphans starts the process.
func watchOrphans() (*orphans, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("watch for orphans: %w", err)
	}
	cmd := exec.Command("/bin/sh", "-c", orphanScript)
	cmd.Stdin, cmd.SysProcAttr = r, &syscall.SysProcAttr{Setpgid: true}
	err = cmd.Start()
	_ = r.Close()
	if err != nil {
		_ = w.Close()
		return nil, fmt.Errorf("watch for orphans: %w", err)
	}
	return &orphans{cmd: cmd, lines: w}, nil
}

// add adds a process group. The lines are so short that those of several goroutines do not mix.
func (o *orphans) add(pid int) { _, _ = fmt.Fprintf(o.lines, "+ %d\n", pid) }

// remove removes a process group that has ended.
func (o *orphans) remove(pid int) { _, _ = fmt.Fprintf(o.lines, "- %d\n", pid) }

// close ends the process. All other processes must have ended.
func (o *orphans) close() {
	_ = o.lines.Close()
	_ = o.cmd.Wait()
}
