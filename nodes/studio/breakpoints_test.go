package studio

import (
	"context"
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	"gonao/ros"
	"gonao/ros/cdr"
	"gonao/studio"
	"gonao/studio/foxglove/foxglovetest"
)

// machine is an executor of the test's: it remembers its breakpoints.
type machine struct {
	snapshot *ros.Publisher[msgs.MachineSnapshot]

	slow atomic.Pointer[chan struct{}] // the next call ends when it is closed

	mu    sync.Mutex
	paths []string
	calls int
}

func newMachine(t *testing.T, n *ros.Node) *machine {
	t.Helper()
	m := &machine{}
	var err error
	m.snapshot, err = ros.Advertise[msgs.MachineSnapshot](n, "machine/snapshot", ros.TransientLocal(), ros.Depth(1))
	require.NoError(t, err)
	_, err = ros.Serve(n, "machine/set_breakpoints", func(_ context.Context, q msgs.SetBreakpointsRequest) (msgs.SetBreakpointsResponse, error) {
		if until := m.slow.Swap(nil); until != nil {
			<-*until
		}
		m.mu.Lock()
		defer m.mu.Unlock()
		m.paths = q.Paths
		m.calls++
		return msgs.SetBreakpointsResponse{Success: true}, nil
	})
	require.NoError(t, err)
	return m
}

func (m *machine) has(paths ...string) func() bool {
	return func() bool {
		m.mu.Lock()
		defer m.mu.Unlock()
		return slices.Equal(m.paths, paths)
	}
}

const greet = `machine: greet
initial: red
states:
  red:
    transitions:
    - {to: green, after: 1s}
  green: {}
`

// open opens the machine greet and returns the document's id.
func open(t *testing.T, c *foxglovetest.Client) studio.Snapshot {
	t.Helper()
	var o studio.Outcome
	require.NoError(t, c.CallJSON(t.Context(), "studio/open", studio.OpenRequest{Path: "greet.yaml"}, &o))
	require.Nil(t, o.Refused)
	require.NotNil(t, o.Snapshot)
	return *o.Snapshot
}

func setPoints(t *testing.T, c *foxglovetest.Client, id string, points ...studio.Breakpoint) {
	t.Helper()
	var a studio.BreakpointsResponse
	require.NoError(t, c.CallJSON(t.Context(), "studio/breakpoints", studio.BreakpointsRequest{ID: id, Set: true, Breakpoints: points}, &a))
	require.Nil(t, a.Refused)
}

// newEditing starts a studio with the machine greet in its directory.
func newEditing(t *testing.T) *stage {
	t.Helper()
	return newStage(t, func(c *Config) {
		require.NoError(t, os.WriteFile(filepath.Join(c.Directory, "greet.yaml"), []byte(greet), 0o644))
	})
}

func TestBreakpointsAreSetBeforeTheMachineStartsAndStayAcrossSwaps(t *testing.T) {
	s := newEditing(t)
	c := s.dial(t, s.keys.Editor)
	id := open(t, c).ID
	setPoints(t, c, id, studio.Breakpoint{State: "red"}, studio.Breakpoint{Transition: "red#0"}, studio.Breakpoint{State: "green", Disabled: true})

	n, err := ros.NewNode(t.Context(), s.bus, "executor", ros.NodeOptions{Namespace: "/nao1", Logger: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	m := newMachine(t, n)
	eventually(t, "set as soon as there is a machine", m.has("red", "red#0"))

	require.NoError(t, m.snapshot.Publish(msgs.MachineSnapshot{Machine: "dance", Breakpoints: []string{"red", "red#0"}}))
	eventually(t, "another machine does not have them", m.has())
	require.NoError(t, n.Close())

	n, err = ros.NewNode(t.Context(), s.bus, "executor", ros.NodeOptions{Namespace: "/nao1", Logger: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	defer n.Close()
	m = newMachine(t, n)
	require.NoError(t, m.snapshot.Publish(msgs.MachineSnapshot{Machine: "greet"}))
	eventually(t, "set again after a restart", m.has("red", "red#0"))
}

func TestBreakpointsOfSeveralBrowsersAreMerged(t *testing.T) {
	s := newEditing(t)
	m := newMachine(t, s.robot)
	require.NoError(t, m.snapshot.Publish(msgs.MachineSnapshot{Machine: "greet"}))
	editor, program := s.dial(t, s.keys.Editor), s.dial(t, s.keys.Driver)
	id := open(t, editor).ID
	setPoints(t, editor, id, studio.Breakpoint{State: "red"})
	eventually(t, "the editor's", m.has("red"))
	answer, err := program.Call(t.Context(), "/nao1/machine/set_breakpoints", cdr.Marshal(&msgs.SetBreakpointsRequest{Paths: []string{"green"}}))
	require.NoError(t, err)
	var a msgs.SetBreakpointsResponse
	require.NoError(t, cdr.Unmarshal(answer, &a))
	require.True(t, a.Success)
	require.True(t, m.has("green", "red")(), "those of the editor stay")
	program.Close()
	eventually(t, "those of a program end with it", m.has("red"))
	setPoints(t, editor, id)
	eventually(t, "none", m.has())
}

func TestAMachineThatAnswersLateHasTheNewestBreakpoints(t *testing.T) {
	s := newEditing(t)
	m := newMachine(t, s.robot)
	editor, program := s.dial(t, s.keys.Editor), s.dial(t, s.keys.Driver)
	_, err := program.Service(t.Context(), "/nao1/machine/set_breakpoints")
	require.NoError(t, err)
	id := open(t, editor).ID
	release := make(chan struct{})
	m.slow.Store(&release)
	setPoints(t, editor, id, studio.Breakpoint{State: "red"})
	eventually(t, "the first call is under way", func() bool { return m.slow.Load() == nil })
	setPoints(t, editor, id, studio.Breakpoint{State: "green"})
	called := make(chan error, 1)
	go func() {
		_, err := program.Call(t.Context(), "/nao1/machine/set_breakpoints", cdr.Marshal(&msgs.SetBreakpointsRequest{Paths: []string{"red#0"}}))
		called <- err
	}()
	time.Sleep(100 * time.Millisecond) // time for those that would not wait for the first one: no event shows that they do
	close(release)
	require.NoError(t, <-called)
	eventually(t, "three calls", func() bool {
		m.mu.Lock()
		defer m.mu.Unlock()
		return m.calls == 3
	})
	require.True(t, m.has("green", "red#0")(), "the last one counts")
}

func TestAnEditorChangesADocumentThatAllSee(t *testing.T) {
	s := newEditing(t)
	editor, viewer := s.dial(t, s.keys.Editor), s.dial(t, s.keys.Viewer)
	first := open(t, editor)
	topic := "studio/document/" + first.ID
	_, err := viewer.Subscribe(t.Context(), topic)
	require.NoError(t, err)
	next := func() (got studio.Snapshot) {
		m, err := viewer.Next(t.Context(), topic)
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(m.Data, &got))
		return got
	}
	require.Equal(t, first.Revision, next().Revision)
	var o studio.Outcome
	require.NoError(t, editor.CallJSON(t.Context(), "studio/apply", studio.ApplyRequest{
		ID: first.ID, Revision: first.Revision, Command: studio.Command{Op: studio.AddState, Name: "blue"},
	}, &o))
	require.Nil(t, o.Refused)
	for got := next(); got.Revision <= first.Revision; got = next() {
	}
	require.NoError(t, editor.CallJSON(t.Context(), "studio/apply", studio.ApplyRequest{
		ID: first.ID, Revision: first.Revision, Command: studio.Command{Op: studio.AddState, Name: "white"},
	}, &o))
	require.NotNil(t, o.Refused)
	require.Equal(t, studio.Stale, o.Refused.Code)
	for _, name := range []string{"studio/open", "studio/apply", "studio/save", "studio/list"} {
		require.False(t, viewer.HasService(name), name)
		service, err := editor.Service(t.Context(), name)
		require.NoError(t, err)
		_, err = viewer.CallID(t.Context(), service.ID, "json", []byte(`{}`))
		require.ErrorContains(t, err, "no service", "a viewer that learned the id")
	}
	require.False(t, editor.HasService("studio/twist"), "an editor does not drive")
	require.ErrorContains(t, editor.CallJSON(t.Context(), "studio/open", map[string]any{"path": "a.yaml", "extra": 1}, nil), "unknown field")
}
