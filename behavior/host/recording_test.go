package host

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/behavior"
	"gonao/behavior/behaviortest"
	"gonao/hfsm"
	"gonao/hfsm/trace"
)

// chatter changes its state in every tick, so that its trace is long.
const chatter = `
machine: chatter
rate_hz: 1000
initial: a
states: {a: {transitions: [{if: elapsed > 0, to: b}]}, b: {transitions: [{if: elapsed > 0, to: a}]}}
`

// stall is a machine whose trace goes to a disk that does not answer: a pipe that nobody
// reads, which blocks the writer once it is full.
type stall struct {
	*Machine
	t       *testing.T
	pipe    *os.File
	drained chan error // gets the result of the blocked Drain
}

// newStall returns a machine in whose Drain a goroutine waits for the disk. ticks is the
// number of ticks recorded before.
func newStall(t *testing.T, ticks int) *stall {
	t.Helper()
	p := newPlace(t, chatter)
	file := filepath.Join(t.TempDir(), "m.trace")
	require.NoError(t, syscall.Mkfifo(file, 0o600))
	pipe, err := os.OpenFile(file, os.O_RDWR, 0)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, pipe.Close()) })
	require.NoError(t, p.Record(file))
	for i := range ticks {
		require.NoError(t, p.Tick(time.Duration(i)*time.Millisecond))
	}
	s := &stall{Machine: p.Machine, t: t, pipe: pipe, drained: make(chan error, 1)}
	go func() { s.drained <- s.Drain() }()
	require.Eventually(t, func() bool { return writes(s.recordings.current) }, 2*time.Minute, time.Millisecond)
	return s
}

// writes reports whether a goroutine is writing a recording. With a full pipe it stays so.
func writes(r *recording) bool {
	if r.mu.TryLock() {
		r.mu.Unlock()
		return false
	}
	return true
}

// other loads another machine.
func (s *stall) other() *hfsm.Model {
	cfg := behavior.DefaultConfig()
	file := filepath.Join(s.t.TempDir(), "other.yaml")
	require.NoError(s.t, os.WriteFile(file, []byte(strings.Replace(chatter, "chatter", "other", 1)), 0o600))
	model, err := behavior.LoadMachine(file, &cfg)
	require.NoError(s.t, err)
	return model
}

// finishes fails the test when f has not returned after a while.
func (s *stall) finishes(what string, f func() error) {
	s.t.Helper()
	done := make(chan error, 1)
	go func() { done <- f() }()
	select {
	case err := <-done:
		require.NoError(s.t, err, what)
	case <-time.After(2 * time.Minute):
		s.t.Fatalf("%s: waits for the disk", what)
	}
}

func TestATickDoesNotWaitForTheDiskWhenAnotherMachineBegins(t *testing.T) {
	s := newStall(t, 8_000)
	model := s.other()
	s.finishes("Run", func() error { return s.Run(model) })
	s.finishes("Tick", func() error { return s.Tick(time.Minute) })
	go func() { _, _ = io.Copy(io.Discard, s.pipe) }()
	require.NoError(t, <-s.drained)
	require.NoError(t, s.EndRecord())
}

func TestLostRecordsDoNotLockTheMachineAgainstItsRecording(t *testing.T) {
	s := newStall(t, 3*streamSize)
	model := s.other()
	ran := make(chan error, 1)
	go func() { ran <- s.Run(model) }()
	select {
	case err := <-ran: // the usual case
		ran <- err
	case <-time.After(time.Second): // it waits for the disk, which is another test's affair
	}
	go func() { _, _ = io.Copy(io.Discard, s.pipe) }()
	s.finishes("Drain", func() error { return <-s.drained })
	s.finishes("Run", func() error { return <-ran })
	s.finishes("EndRecord", s.EndRecord)
}

func TestATraceIsWholeThoughAnotherMachineBegan(t *testing.T) {
	p := newPlace(t, beforeChange)
	file := filepath.Join(t.TempDir(), "m.trace")
	require.NoError(t, p.Record(file))
	p.run(3500 * time.Millisecond)
	require.NoError(t, p.Run(p.Model()))
	require.Empty(t, p.Recording())
	require.NoError(t, p.Drain(), "closes the file of the machine that was replaced")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, 3, strings.Count(string(text), `"transition"`))
}

// smallDisk returns a directory on a file system of 64 kB.
func smallDisk(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=64k"); err != nil {
		t.Skipf("a small file system cannot be mounted: %v; run the test as root", err)
	}
	t.Cleanup(func() { require.NoError(t, syscall.Unmount(dir, 0)) })
	return dir
}

func TestARecordingGoesOnAfterAFullDisk(t *testing.T) {
	dir := smallDisk(t)
	file := filepath.Join(dir, "m.trace")
	p := newPlace(t, chatter)
	require.NoError(t, p.Record(file))
	tick := func(n int) (err error) {
		for range n {
			require.NoError(t, p.Tick(p.now))
			p.now += time.Millisecond
		}
		return p.Drain()
	}
	var err error
	for range 100 {
		if err = tick(100); err != nil {
			break
		}
	}
	require.ErrorIs(t, err, syscall.ENOSPC)
	require.ErrorContains(t, err, "record m.trace: ")
	require.Empty(t, p.Recording(), "a file that cannot be written is not named")
	for range 6 {
		require.NoError(t, tick(10), "it is said once")
	}
	require.Empty(t, p.Recording())
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 1, "no beginnings are left")

	full, err := os.ReadFile(file)
	require.NoError(t, err)
	require.True(t, strings.HasSuffix(string(full), "}\n"), "it ends with a whole line")
	require.NoError(t, os.Remove(file))
	var again *Resumed
	require.ErrorAs(t, tick(10), &again)
	second := filepath.Join(dir, "m.2.trace")
	require.Equal(t, second, p.Recording())
	require.Equal(t, "m.2.trace", again.What)
	require.ErrorIs(t, again.Cause, syscall.ENOSPC)
	for range 6 {
		require.NoError(t, tick(10))
	}
	require.NoError(t, p.EndRecord())

	// Only the gap is lost: the second part has all records since it began.
	text, err := os.ReadFile(second)
	require.NoError(t, err)
	require.Equal(t, 60, strings.Count(string(text), `"kind":"transition"`))
	require.NotContains(t, string(text), `"lost"`)
	require.GreaterOrEqual(t, int(again.Lost), 70)
	reader, err := trace.NewReader(second, strings.NewReader(string(text)))
	require.NoError(t, err)
	_, err = trace.Replay(reader, p.Model(), trace.ReplayOptions{})
	require.NoError(t, err)
}

// Runs under the race detector.
func TestAMachineMayBeTunedWhileItIsReloaded(t *testing.T) {
	cfg := behavior.DefaultConfig()
	file := filepath.Join(t.TempDir(), "m.yaml")
	require.NoError(t, os.WriteFile(file, []byte(marching), 0o600))
	robot := behaviortest.Standing()
	m, err := New(Options{Source: file, Loader: behavior.Loader{Config: &cfg}, Senses: behavior.NewSenses(cfg, robot), Outputs: robot})
	require.NoError(t, err)
	stop, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-stop:
				return
			default:
				m.Tune(cfg)
			}
		}
	}()
	for i := range 50 {
		text := strings.ReplaceAll(marching, "100ms", fmt.Sprintf("%dms", 100+i))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		_, err := m.Loading().Reload()
		require.NoError(t, err)
	}
	close(stop)
	<-ended
}
