package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// process is a program that is there to be killed, with the reports of a robot.
type process struct {
	cmd  *exec.Cmd
	in   io.Closer
	came chan struct{} // a report has; holds one
	done chan struct{} // it has ended
	err  error         // how, once it has

	mu     sync.Mutex
	report report
	says   bytes.Buffer
}

// report is a robot's last report.
type report struct {
	n         uint64 // since its process began
	stiffness float64
}

func start(t *testing.T, cmd *exec.Cmd, env ...string) *process {
	t.Helper()
	p := &process{cmd: cmd, came: make(chan struct{}, 1), done: make(chan struct{})}
	cmd.Env = append(os.Environ(), env...)
	cmd.Stderr = p
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	p.in, err = cmd.StdinPipe() // open as long as it may live
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	go func() {
		for lines := bufio.NewScanner(out); lines.Scan(); {
			p.take(lines.Text())
		}
		p.err = cmd.Wait()
		close(p.done)
	}()
	t.Cleanup(p.kill)
	return p
}

// take handles a line of its output.
func (p *process) take(line string) {
	stiffness, err := strconv.ParseFloat(line, 64)
	if err != nil {
		fmt.Fprintln(p, line)
		return
	}
	p.mu.Lock()
	p.report = report{p.report.n + 1, stiffness}
	p.mu.Unlock()
	select {
	case p.came <- struct{}{}:
	default:
	}
}

// Write keeps its standard error.
func (p *process) Write(text []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.says.Write(text)
}

func (p *process) String() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.says.String()
}

func (p *process) last() report {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.report
}

func (p *process) ended() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

// kill ends it at once.
func (p *process) kill() {
	p.cmd.Process.Kill()
	<-p.done
	p.in.Close()
}

// await blocks until it has ended by itself, as it was told to.
func (p *process) await(s *stage) {
	s.t.Helper()
	select {
	case <-p.done:
	case <-time.After(patience):
		require.FailNow(s.t, "the node hangs", "%s\n%s", s.what, p)
	}
	var exit *exec.ExitError
	if errors.As(p.err, &exit) && exit.Sys().(syscall.WaitStatus).Signal() == syscall.SIGTERM {
		return // told before it listened
	}
	require.NoError(s.t, p.err, "%s\n%s", s.what, p)
}
