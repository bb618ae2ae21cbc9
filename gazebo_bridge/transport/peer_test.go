package transport_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/gazebo_bridge/gzmsgs"
	"gonao/gazebo_bridge/transport"
)

// Debian's tools; its own wrapper, ign, looks for them elsewhere.
const (
	topicTool   = "/usr/libexec/ignition/transport11/ign-transport-topic"
	serviceTool = "/usr/libexec/ignition/transport11/ign-transport-service"
)

var peerDir string

func TestMain(m *testing.M) {
	code := 1
	dir, err := os.MkdirTemp("", "gazebo-transport")
	if err == nil {
		peerDir = dir
		code = m.Run()
		os.RemoveAll(dir)
	}
	os.Exit(code)
}

// peer is the program in testdata, built once.
var peer = sync.OnceValues(func() (string, error) {
	path := filepath.Join(peerDir, "peer")
	script := `g++ -O0 -o "$0" testdata/peer.cpp $(pkg-config --cflags --libs ignition-transport11)`
	out, err := exec.CommandContext(context.Background(), "sh", "-c", script, path).CombinedOutput()
	if err != nil {
		return string(out), err
	}
	return path, nil
})

// partition keeps each test's nodes among themselves.
func partition(t *testing.T) string {
	name := strings.Map(func(r rune) rune {
		if strings.ContainsRune("/@ ", r) {
			return '_'
		}
		return r
	}, t.Name())
	return name + time.Now().Format("150405.000000000")
}

func open(t *testing.T, partition string) *transport.Node {
	t.Helper()
	var said lockedBuffer
	n, err := transport.Open(transport.Options{Partition: partition, IP: "127.0.0.1", Log: slog.New(slog.NewTextHandler(&said, nil))})
	require.NoError(t, err)
	t.Cleanup(func() {
		require.NoError(t, n.Close())
		if t.Failed() {
			t.Log(said.String())
		}
	})
	return n
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// program is one of theirs that runs.
type program struct {
	t     *testing.T
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan string
}

// start runs a program in a partition, until the test ends.
func start(t *testing.T, partition, path string, args ...string) *program {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), path, args...)
	cmd.Env = append(os.Environ(), "IGN_PARTITION="+partition, "IGN_IP=127.0.0.1")
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	cmd.Stderr = os.Stderr
	require.NoError(t, cmd.Start(), "%s: make deps-test installs it", path)
	p := &program{t: t, cmd: cmd, in: in, lines: make(chan string, 10000)}
	read := make(chan struct{})
	go func() {
		defer close(read)
		defer close(p.lines)
		for s := bufio.NewScanner(out); s.Scan(); {
			p.lines <- s.Text()
		}
	}()
	t.Cleanup(func() {
		in.Close()
		cmd.Process.Kill()
		<-read
		cmd.Wait()
	})
	return p
}

func startPeer(t *testing.T, partition string, args ...string) *program {
	t.Helper()
	path, err := peer()
	require.NoError(t, err, "%s", path)
	p := start(t, partition, path, args...)
	require.Equal(t, "ready", p.line())
	return p
}

// line returns the next line of output.
func (p *program) line() string {
	p.t.Helper()
	select {
	case l, ok := <-p.lines:
		require.True(p.t, ok, "%s ended", p.cmd)
		return l
	case <-time.After(patience):
		require.Fail(p.t, "silence", "%s", p.cmd)
	}
	return ""
}

// patience is how long a test waits for what must come. It is long: the computer may be busy with other work.
const patience = 2 * time.Minute

// run runs one of Debian's tools to its end and returns its output. At its end such a tool may crash:
// its library destroys a node while discovery's threads still call it (gz-transport issue 78). That is
// not our defect, so the tool is run again.
func run(t *testing.T, partition, path string, args ...string) string {
	t.Helper()
	for attempt := 1; ; attempt++ {
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		cmd := exec.CommandContext(ctx, path, args...)
		cmd.Env = append(os.Environ(), "IGN_PARTITION="+partition, "IGN_IP=127.0.0.1")
		out, err := cmd.CombinedOutput()
		cancel()
		if attempt < 5 && crashed(err) {
			t.Logf("%s: %v; once more", cmd, err)
			continue
		}
		require.NoError(t, err, "%s %s (make deps-test installs it)", cmd, out)
		return string(out)
	}
}

func crashed(err error) bool {
	var ended *exec.ExitError
	if !errors.As(err, &ended) {
		return false
	}
	status, ok := ended.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && (status.Signal() == syscall.SIGSEGV || status.Signal() == syscall.SIGABRT)
}

// list runs a tool until its list is not empty: it listens for a second,
// and on a busy machine even two announcements may come later.
func list(t *testing.T, partition, path string) string {
	t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); {
		if found := strings.TrimSpace(run(t, partition, path, "-l")); found != "" {
			return found
		}
	}
	return ""
}

// describe runs a tool that describes an endpoint until its output names it: the tool listens for a second each time.
func describe(t *testing.T, partition, path, what string, args ...string) (found string) {
	t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); {
		if found = run(t, partition, path, args...); strings.Contains(found, what) {
			break
		}
	}
	return found
}

func within(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	return ctx
}

const double = "ignition.msgs.Double"

// numbers hands out the numbers that arrive on a topic.
func numbers(t *testing.T, n *transport.Node, topic string) (<-chan float64, *transport.Subscription) {
	t.Helper()
	heard := make(chan float64, 100000)
	s, err := n.Subscribe(topic, double, func(m transport.Message) {
		var d gzmsgs.Double
		if err := m.Into(&d); err != nil {
			t.Error(err)
		}
		heard <- d.GetData()
	})
	require.NoError(t, err)
	return heard, s
}

func receive[T any](t *testing.T, c <-chan T) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(patience):
		require.Fail(t, "nothing arrives")
		panic("unreachable")
	}
}
