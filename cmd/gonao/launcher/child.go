package launcher

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"gonao/internal/proc"
)

// starter starts processes from one thread that lives as long as they do. The kernel sends a process its
// parent-death signal when the *thread* that started it ends, and Go may end any thread that no goroutine has
// locked.
type starter struct{ work chan func() }

func newStarter() *starter {
	s := &starter{work: make(chan func())}
	go func() {
		runtime.LockOSThread() // never unlocked: the thread ends with the goroutine
		for f := range s.work {
			f()
		}
	}()
	return s
}

// start starts a command on the thread.
func (s *starter) start(cmd *exec.Cmd) error {
	result := make(chan error)
	s.work <- func() { result <- cmd.Start() }
	return <-result
}

// close ends the thread. All processes that it started must have ended.
func (s *starter) close() { close(s.work) }

// child is a running process and the leader of its own process group: Ctrl-C reaches it only through the launcher,
// and the launcher can stop its children with it.
type child struct {
	process *Process
	cmd     *exec.Cmd
	notices *notices // nil if the child does not report
	pid     int
	orphans *orphans
	done    chan struct{} // closed once it has ended and its output is read
	status  string        // valid after done: empty for exit code 0
	code    int           // valid after done: the exit code; negative after a signal
	killed  bool          // valid after done: another process ended it with SIGKILL, SIGTERM or SIGINT
	last    string        // valid after done: the last line on stderr

	mu     sync.Mutex
	reaped bool // another process may have its pid now
}

// start starts a process, reports the start, and begins to read the output.
func (r *runner) start(p *Process, kind EventKind) (*child, error) {
	cmd := &exec.Cmd{
		Path: p.Program, Args: r.args[p], Env: p.Env, Dir: p.Dir,
		SysProcAttr: &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGTERM}, // SIGTERM instead of SIGKILL, so that the driver can let the robot down
	}
	if cmd.Env == nil {
		cmd.Env = []string{} // nil would mean the launcher's environment
	}
	stdoutR, stdoutW, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", p.Name, err)
	}
	stderrR, stderrW, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("start %s: %w", p.Name, err), stdoutR.Close(), stdoutW.Close())
	}
	cmd.Stdout, cmd.Stderr = stdoutW, stderrW
	var notices *notices
	if p.Checks {
		notices = openNotices()
		cmd.Env = append(slices.Clip(cmd.Env), notices.env()...)
	}
	if err = r.starter.start(cmd); err == nil {
		r.orphans.add(cmd.Process.Pid) // first of all: the launcher may be killed at any time
	}
	closeErr := errors.Join(stdoutW.Close(), stderrW.Close())
	if err = errors.Join(err, closeErr); err != nil {
		notices.close()
		return nil, errors.Join(fmt.Errorf("start %s (%s): %w", p.Name, p.Program, cause(err)), stdoutR.Close(), stderrR.Close())
	}
	c := &child{process: p, cmd: cmd, notices: notices, pid: cmd.Process.Pid, orphans: r.orphans, done: make(chan struct{})}
	r.screen.note(p.Name, fmt.Sprintf("%s, pid %d", kind, c.pid))
	var readers sync.WaitGroup
	readers.Go(func() { r.screen.copy(p, stdoutR, p.Output.Stdout) })
	readers.Go(func() { c.last = r.screen.copy(p, stderrR, p.Output.Stderr) })
	go c.reap(&readers, stdoutR, stderrR)
	return c, nil
}

// drainTime is how long the output of a dead process may stay open. A process that has left its group may hold it.
const drainTime = time.Second

// reap blocks until the process has ended, kills the rest of its group, and reads the rest
// of its output.
func (c *child) reap(readers *sync.WaitGroup, pipes ...*os.File) {
	// Wait without reaping: the pid stays reserved, so that the group can be killed safely.
	for {
		err := unix.Waitid(unix.P_PID, c.pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			break
		}
	}
	c.mu.Lock()
	_ = unix.Kill(-c.pid, unix.SIGKILL) // the group may be empty
	err := c.cmd.Wait()
	c.reaped = true
	c.mu.Unlock()
	c.orphans.remove(c.pid)
	c.status, c.code, c.killed = exitStatus(err), c.cmd.ProcessState.ExitCode(), wasKilled(c.cmd.ProcessState)

	drained := make(chan struct{})
	go func() { readers.Wait(); close(drained) }()
	select {
	case <-drained:
	case <-time.After(drainTime):
	}
	for _, pipe := range pipes {
		_ = pipe.Close() // ends a reader that still runs
	}
	<-drained
	c.notices.close()
	close(c.done)
}

// exitStatus returns how a process ended, or "" for exit code 0.
func exitStatus(err error) string {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		if code := exit.ExitCode(); code >= 0 {
			return fmt.Sprintf("exit code %d", code)
		}
		return exit.String()
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

// wasKilled reports whether a signal ended a process that other processes usually send.
func wasKilled(state *os.ProcessState) bool {
	how, ok := state.Sys().(syscall.WaitStatus)
	return ok && how.Signaled() && slices.Contains([]syscall.Signal{syscall.SIGKILL, syscall.SIGTERM, syscall.SIGINT}, how.Signal())
}

// configWrong reports whether the process ended because its configuration is wrong.
func (c *child) configWrong() bool { return c.code == proc.ExitBadConfig }

// whyNot returns why a process that has died is not started again.
func (c *child) whyNot(failures int) string {
	if c.configWrong() {
		return "its configuration is wrong"
	}
	return fmt.Sprintf("it died %d times before it had worked, or within %v of its start", failures, quickDeath)
}

// lastWords returns the status of a process that has died and its last line on stderr.
func (c *child) lastWords() string {
	if c.last == "" {
		return c.status
	}
	return c.status + ": " + c.last
}

// signal sends a signal to the process and its group, unless it has ended.
func (c *child) signal(sig unix.Signal) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.reaped {
		_ = unix.Kill(-c.pid, sig) // it may have ended just now
	}
}

// wait blocks until the process has ended. If ctx ends first, it stops the process and
// returns true.
func (c *child) wait(ctx context.Context, s *screen) (stopped bool) {
	select {
	case <-c.done:
		return false
	case <-ctx.Done():
	}
	steps := []struct {
		sig  unix.Signal
		name string
		wait time.Duration
	}{{unix.SIGINT, "", c.process.TermAfter}, {unix.SIGTERM, "SIGTERM", c.process.KillAfter}}
	for _, step := range steps {
		if step.name != "" {
			s.note(c.process.Name, "still runs: sending "+step.name)
		}
		c.signal(step.sig)
		select {
		case <-c.done:
			return true
		case <-time.After(step.wait):
		}
	}
	s.note(c.process.Name, "still runs: sending SIGKILL")
	c.signal(unix.SIGKILL)
	<-c.done
	return true
}
