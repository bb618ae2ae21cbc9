package launcher

import (
	"bufio"
	"bytes"
	"context"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// output collects what a launch shows.
type output struct {
	mu     sync.Mutex
	text   bytes.Buffer
	writes []string // what each Write got: whole lines
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.writes = append(o.writes, string(p))
	return o.text.Write(p)
}

// of returns the lines of one process.
func (o *output) of(name string) []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	var out []string
	for line := range strings.Lines(o.text.String()) {
		if rest, ok := strings.CutPrefix(line, "["+name+"] "); ok {
			out = append(out, strings.TrimSuffix(rest, "\n"))
		}
	}
	return out
}

// launch is a running launch under test.
type launch struct {
	t      *testing.T
	out    *output
	events chan Event
	stop   context.CancelFunc
	result chan error
}

// start runs a launch file; the test ends with it.
func (w *workshop) start(text string, opts Options) *launch {
	ctx, stop := context.WithCancel(w.t.Context())
	l := &launch{t: w.t, out: &output{}, events: make(chan Event, 1000), stop: stop, result: make(chan error, 1)}
	opts.Output = l.out
	opts.OnEvent = func(e Event) { l.events <- e }
	plan := w.mustLoad(text)
	go func() { l.result <- Run(ctx, plan, opts) }()
	w.t.Cleanup(stop)
	return l
}

// patience is how long tests wait for an event; far more than it takes.
const patience = 2 * time.Minute

// next returns the next event.
func (l *launch) next() Event {
	select {
	case e := <-l.events:
		return e
	case <-time.After(patience):
		require.Fail(l.t, "no event", l.out.text.String())
		return Event{}
	}
}

// wait returns Run's error.
func (l *launch) wait() error {
	select {
	case err := <-l.result:
		return err
	case <-time.After(patience):
		require.Fail(l.t, "the launch does not end", l.out.text.String())
		return nil
	}
}

// waitForFile waits until a process has written a file.
func waitForFile(t *testing.T, path string) string {
	t.Helper()
	var text []byte
	require.Eventually(t, func() bool {
		var err error
		text, err = os.ReadFile(path)
		return err == nil && bytes.HasSuffix(text, []byte("\n"))
	}, patience, 5*time.Millisecond)
	return strings.TrimSpace(string(text))
}

// gone waits until no process with that pid runs.
func gone(t *testing.T, pid int) {
	t.Helper()
	require.Eventually(t, func() bool {
		stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
		return err != nil || strings.Contains(string(stat), ") Z ") // dead, and nobody's child to reap
	}, patience, 5*time.Millisecond, "process %d still runs", pid)
}

func TestProcessesAreStartedAgain(t *testing.T) {
	w := newWorkshop(t)
	w.program("die", "#!/bin/sh\nexit 3\n")
	l := w.start(`
launch:
- executable: {cmd: $(dirname)/die, respawn: "true", respawn_delay: 0.01, respawn_max_retries: 2}
`, Options{})
	require.EqualError(t, l.wait(), "process die-1 died: exit code 3")
	var kinds []string
	var restarts []int
	for len(l.events) > 0 {
		e := <-l.events
		kinds = append(kinds, e.Kind.String())
		restarts = append(restarts, e.Restarts)
	}
	require.Equal(t, []string{"started", "exited", "respawned", "exited", "respawned", "exited"}, kinds)
	require.Equal(t, []int{0, 0, 1, 1, 2, 2}, restarts)
}

func TestAKilledNodeComesBackUntilTheLaunchEnds(t *testing.T) {
	w := newWorkshop(t)
	w.program("live", "#!/bin/sh\nexec sleep 1000\n")
	l := w.start("launch:\n- executable: {cmd: $(dirname)/live, respawn: \"true\"}", Options{})
	first := l.next()
	require.Equal(t, Started, first.Kind)
	require.NoError(t, syscall.Kill(first.PID, syscall.SIGKILL))
	require.Equal(t, "signal: killed", l.next().Status)
	again := l.next()
	require.Equal(t, Respawned, again.Kind)
	l.stop()
	end := l.next()
	require.Equal(t, "signal: interrupt", end.Status)
	require.True(t, end.Stopping)
	require.NoError(t, l.wait(), "a stop is no error")
}

func TestStoppingSendsOneInterruptAndWaits(t *testing.T) {
	w := newWorkshop(t)
	w.program("polite", "#!/bin/sh\ntrap 'echo bye; exit 0' INT\necho ready\nwhile :; do sleep 0.01; done\n")
	l := w.start("launch:\n- executable: {cmd: $(dirname)/polite, output: screen}", Options{})
	require.Eventually(t, func() bool { return len(l.out.of("polite-1")) > 1 }, patience, time.Millisecond)
	l.stop()
	require.NoError(t, l.wait())
	lines := l.out.of("polite-1")
	require.Equal(t, []string{"ready", "bye"}, lines[1:3])
	require.Contains(t, lines[3], "finished cleanly")
}

func TestStubbornProcessesGetSIGTERMThenSIGKILL(t *testing.T) {
	w := newWorkshop(t)
	w.program("stubborn", "#!/bin/sh\ntrap '' INT\ntrap 'echo no' TERM\necho ready\nwhile :; do sleep 0.01; done\n")
	l := w.start(`
launch:
- executable: {cmd: $(dirname)/stubborn, output: screen, sigterm_timeout: 0.2, sigkill_timeout: 0.5}
`, Options{})
	require.Eventually(t, func() bool { return len(l.out.of("stubborn-1")) > 1 }, patience, time.Millisecond)
	l.stop()
	require.NoError(t, l.wait())
	var own []string // the launcher's own lines: the shell's may come at any time
	for _, line := range l.out.of("stubborn-1") {
		if strings.Contains(line, "sending") || strings.Contains(line, "died") {
			own = append(own, line)
		}
	}
	require.Len(t, own, 3)
	require.Equal(t, []string{"still runs: sending SIGTERM", "still runs: sending SIGKILL"}, own[:2])
	require.Contains(t, own[2], "signal: killed")
}

func TestWhatAProcessLeavesBehindEndsWithIt(t *testing.T) {
	w := newWorkshop(t)
	w.program("parent", "#!/bin/sh\nsleep 1000 &\necho $! > "+w.dir+"/pid\n")
	l := w.start("launch:\n- executable: {cmd: $(dirname)/parent}", Options{})
	require.NoError(t, l.wait())
	pid, err := strconv.Atoi(waitForFile(t, w.dir+"/pid"))
	require.NoError(t, err)
	gone(t, pid)
}

func TestAProgramThatCannotStartStopsEverything(t *testing.T) {
	w := newWorkshop(t)
	w.program("live", "#!/bin/sh\nexec sleep 1000\n")
	w.program("broken", "#!/no/such/interpreter\n")
	l := w.start("launch:\n- executable: {cmd: $(dirname)/live}\n- executable: {cmd: $(dirname)/broken, respawn: \"true\"}", Options{})
	err := l.wait()
	require.EqualError(t, err, "start broken-2 ("+w.dir+"/broken): no such file or directory")
}

func TestShutdownAndOnExitStopEverything(t *testing.T) {
	w := newWorkshop(t)
	w.program("live", "#!/bin/sh\nexec sleep 1000\n")
	for name, action := range map[string]string{
		"shutdown": "- timer: {period: 0.01, children: [{shutdown: {reason: enough}}]}",
		"on_exit":  "- executable: {cmd: \"true\", on_exit: shutdown}",
	} {
		t.Run(name, func(t *testing.T) {
			l := w.start("launch:\n- executable: {cmd: $(dirname)/live, respawn: \"true\"}\n"+action, Options{})
			require.NoError(t, l.wait())
		})
	}
}

func TestProcessesGetTheirEnvironmentAndDirectory(t *testing.T) {
	w := newWorkshop(t)
	l := w.start(`
launch:
- set_env: {name: A, value: one}
- append_env: {name: A, value: two}
- append_env: {name: A, value: zero, prepend: true, separator: "-"}
- unset_env: {name: USER}
- executable: {cmd: "echo $A $B ${USER:-nobody} $PWD", shell: true, cwd: /usr, output: screen, env: [{name: B, value: b}]}
`, Options{})
	require.NoError(t, l.wait())
	require.Equal(t, "zero-one:two b nobody /usr", l.out.of("echo-1")[1])
}

// TestChildrenDieWithTheLauncher kills a launcher with SIGKILL, which it cannot catch.
// The launcher is this test binary, started again.
func TestChildrenDieWithTheLauncher(t *testing.T) {
	if file := os.Getenv("LAUNCHER_TEST_FILE"); file != "" {
		plan, err := Load(file, nil)
		require.NoError(t, err)
		require.NoError(t, Run(t.Context(), plan, Options{Output: os.Stdout}))
		return
	}
	w := newWorkshop(t)
	w.program("live", "#!/bin/sh\ntrap '' INT TERM HUP\necho deaf\nwhile :; do sleep 0.01; done\n")
	file := w.write("test.launch.yaml", "launch:\n- executable: {cmd: $(dirname)/live, output: screen}")

	cmd := exec.Command(os.Args[0], "-test.run=^TestChildrenDieWithTheLauncher$")
	cmd.Env = append(os.Environ(), "LAUNCHER_TEST_FILE="+file)
	stdout, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	pid, deaf := 0, false
	for lines := bufio.NewScanner(stdout); (pid == 0 || !deaf) && lines.Scan(); {
		if _, number, found := strings.Cut(lines.Text(), ", pid "); found {
			pid, err = strconv.Atoi(number)
			require.NoError(t, err)
		}
		deaf = deaf || strings.HasSuffix(lines.Text(), "deaf")
	}
	require.True(t, pid != 0 && deaf, "the child started")
	require.NoError(t, syscall.Kill(pid, 0), "the child runs")
	require.NoError(t, cmd.Process.Kill())
	require.Error(t, cmd.Wait())
	gone(t, pid)
}
