package e2e

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A process is a running program, the leader of its own process group.
type process struct {
	t    *testing.T
	name string
	cmd  *exec.Cmd
	out  output // stdout and stderr
	errs output // stderr only
	done chan struct{}
}

// output keeps what a program writes. It is safe for use by several goroutines.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
	also *output
}

func (o *output) Write(p []byte) (int, error) {
	if o.also != nil {
		o.also.Write(p)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// starter starts programs from one thread that never exits. The kernel kills the programs when that thread ends, and so
// also when the tests are killed.
var starter = sync.OnceValue(func() chan<- func() {
	work := make(chan func())
	go func() {
		runtime.LockOSThread()
		for f := range work {
			f()
		}
	}()
	return work
})

// start starts an installed program. When the test ends, the program is killed if it still runs, and its output is
// shown if the test has failed.
func (s *sandbox) start(name string, args ...string) *process {
	s.t.Helper()
	return s.startEnv(nil, name, args...)
}

// startEnv starts a program with additional environment variables.
func (s *sandbox) startEnv(env []string, name string, args ...string) *process {
	s.t.Helper()
	return s.startCommand(exec.Command(program(name), args...), env...)
}

// startCommand starts a command with additional environment variables.
func (s *sandbox) startCommand(cmd *exec.Cmd, env ...string) *process {
	s.t.Helper()
	p := &process{t: s.t, name: filepath.Base(cmd.Path), cmd: cmd, done: make(chan struct{})}
	p.errs.also = &p.out
	p.cmd.Stdout, p.cmd.Stderr = &p.out, &p.errs
	p.cmd.Dir = s.dir
	p.cmd.Env = append(p.cmd.Environ(), env...)
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	started := make(chan error)
	starter() <- func() { started <- p.cmd.Start() }
	require.NoError(s.t, <-started)
	go func() {
		p.cmd.Wait() // its exit code is in ProcessState
		close(p.done)
	}()
	s.t.Cleanup(func() {
		p.signal(syscall.SIGKILL)
		<-p.done
		if s.t.Failed() {
			s.t.Logf("output of %s:\n%s", strings.Join(cmd.Args, " "), tail(p.out.String()))
		}
	})
	return p
}

// tail returns the end of a long text.
func tail(text string) string {
	const most = 6000
	if len(text) <= most {
		return text
	}
	return "[…]" + text[len(text)-most:]
}

// ended reports whether the program has ended.
func (p *process) ended() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

// signal sends a signal to the program and its process group, as a terminal does.
func (p *process) signal(sig syscall.Signal) {
	if !p.ended() {
		syscall.Kill(-p.cmd.Process.Pid, sig) // the program has just ended: nothing to do
	}
}

// isStopped returns once every thread of the program is stopped, after a SIGSTOP.
func (p *process) isStopped() {
	p.t.Helper()
	deadline := time.Now().Add(patience)
	for {
		running := 0
		files, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", p.cmd.Process.Pid))
		require.NoError(p.t, err)
		require.NotEmpty(p.t, files)
		for _, file := range files {
			text, _ := os.ReadFile(file) // a thread that has ended has no such file
			if _, state, ok := strings.Cut(string(text), ") "); ok && state[0] != 'T' {
				running++
			}
		}
		if running == 0 {
			return
		}
		require.True(p.t, time.Now().Before(deadline), "%s does not stop", p.name)
		time.Sleep(time.Millisecond)
	}
}

// exit waits for the end of the program and returns its exit code, -1 after a signal.
func (p *process) exit() int {
	p.t.Helper()
	select {
	case <-p.done:
	case <-time.After(patience):
		p.signal(syscall.SIGQUIT) // SIGQUIT makes the program print where it hangs
		<-p.done
		p.t.Fatalf("%s did not end", p.name)
	}
	return p.cmd.ProcessState.ExitCode()
}

// says waits until the program has written a text that matches a regular expression, and
// returns the submatches.
func (p *process) says(pattern string) []string {
	p.t.Helper()
	return p.saysWithin(patience, pattern)
}

// saysAtLast is like says, with five times the deadline.
func (p *process) saysAtLast(pattern string) []string {
	p.t.Helper()
	return p.saysWithin(5*patience, pattern)
}

func (p *process) saysWithin(within time.Duration, pattern string) []string {
	p.t.Helper()
	expression := regexp.MustCompile(pattern)
	deadline := time.Now().Add(within)
	for {
		ended := p.ended() // The flag is read before the output, so that the output is complete if the program has ended.
		if m := expression.FindStringSubmatch(p.out.String()); m != nil {
			return m
		}
		require.False(p.t, ended, "%s ended and did not print %q", p.name, pattern)
		require.True(p.t, time.Now().Before(deadline), "%s does not print %q", p.name, pattern)
		time.Sleep(10 * time.Millisecond)
	}
}

// run runs an installed program to its end.
func (s *sandbox) run(name string, args ...string) *process {
	s.t.Helper()
	p := s.start(name, args...)
	p.exit()
	return p
}

// pidOf returns the process id that the launcher logged when it last started a node.
func (p *process) pidOf(node string) int {
	p.t.Helper()
	all := regexp.MustCompile(fmt.Sprintf(`(?m)\[%s-\d+\] (?:started|respawned), pid (\d+)`, node)).FindAllStringSubmatch(p.out.String(), -1)
	require.NotEmpty(p.t, all, "%s was never started", node)
	var pid int
	fmt.Sscan(all[len(all)-1][1], &pid)
	return pid
}

// mark is the environment variable that all processes started in a sandbox inherit.
const mark = "GONAO_E2E_SANDBOX"

// left returns the processes of the sandbox that still run, by pid and name.
func (s *sandbox) left() []string {
	var left []string
	files, _ := filepath.Glob("/proc/[0-9]*/environ") // The only error is a malformed pattern.
	for _, file := range files {
		if env, err := os.ReadFile(file); err != nil || !bytes.Contains(env, []byte(mark+"="+s.dir+"\x00")) {
			continue
		}
		name, _ := os.ReadFile(filepath.Join(filepath.Dir(file), "comm"))
		left = append(left, filepath.Base(filepath.Dir(file))+" "+strings.TrimSpace(string(name)))
	}
	return left
}
