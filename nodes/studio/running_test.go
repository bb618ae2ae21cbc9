package studio

import (
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	"gonao/ros"
	"gonao/studio"
	"gonao/studio/foxglove/foxglovetest"
)

// newRunningMachine is a node whose machine can be read. It counts the calls.
func newRunningMachine(t *testing.T, n *ros.Node, text *atomic.Pointer[string]) (*ros.Publisher[msgs.MachineSnapshot], *atomic.Int32) {
	t.Helper()
	calls := &atomic.Int32{}
	snapshots, err := ros.Advertise[msgs.MachineSnapshot](n, "machine/snapshot", ros.TransientLocal(), ros.Depth(1))
	require.NoError(t, err)
	_, err = ros.Serve(n, "machine/get_chart", func(_ context.Context, q msgs.GetMachineChartRequest) (msgs.GetMachineChartResponse, error) {
		calls.Add(1)
		return msgs.GetMachineChartResponse{Success: q.Format == "source", Text: *text.Load(), File: "/somewhere/greet.yaml"}, nil
	})
	require.NoError(t, err)
	return snapshots, calls
}

// document reads snapshots of a document until one fits.
func document(t *testing.T, c *foxglovetest.Client, topic string, fits func(studio.Snapshot) bool) studio.Snapshot {
	t.Helper()
	for {
		m, err := c.Next(t.Context(), topic)
		require.NoError(t, err)
		var s studio.Snapshot
		require.NoError(t, json.Unmarshal(m.Data, &s))
		if fits(s) {
			return s
		}
	}
}

func TestAViewerSeesTheMachineThatRunsWithoutAnEditor(t *testing.T) {
	s := newEditing(t)
	n, err := ros.NewNode(t.Context(), s.bus, "executor", ros.NodeOptions{Namespace: "/nao1", Logger: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	text := &atomic.Pointer[string]{}
	first := greet + "# as it runs\n"
	text.Store(&first)
	snapshots, calls := newRunningMachine(t, n, text)
	require.NoError(t, snapshots.Publish(msgs.MachineSnapshot{Machine: "greet", Hash: "1"}))

	const topic = "studio/document/running/nao1"
	viewer := s.dial(t, s.keys.Viewer)
	_, err = viewer.Channel(t.Context(), topic)
	require.NoError(t, err)
	require.Zero(t, snapshots.Subscribers(), "nobody looks")
	require.Zero(t, calls.Load())
	_, err = viewer.Subscribe(t.Context(), topic)
	require.NoError(t, err)
	got := document(t, viewer, topic, func(studio.Snapshot) bool { return true })
	require.Equal(t, first, got.Text, "with its comments")
	require.Equal(t, "greet.yaml", got.Path)
	require.Equal(t, "greet", got.Machine.Name)
	require.Len(t, got.Machine.States, 2)
	require.Empty(t, got.CanUndo)

	second := strings.ReplaceAll(greet, "1s", "2s")
	text.Store(&second)
	require.NoError(t, snapshots.Publish(msgs.MachineSnapshot{Machine: "greet", Hash: "2"}))
	document(t, viewer, topic, func(d studio.Snapshot) bool { return d.Text == second })

	// It is to be looked at only: no service changes it, not by its id either.
	editor := s.dial(t, s.keys.Editor)
	var o studio.Outcome
	require.NoError(t, editor.CallJSON(t.Context(), "studio/apply", studio.ApplyRequest{
		ID: got.ID, Revision: got.Revision, Command: studio.Command{Op: studio.AddState, Name: "blue"},
	}, &o))
	require.NotNil(t, o.Refused)
	require.Equal(t, studio.Missing, o.Refused.Code)
	for _, name := range []string{"studio/open", "studio/apply", "studio/save", "studio/undo", "studio/breakpoints", "studio/generate"} {
		require.False(t, viewer.HasService(name), name)
	}

	viewer.Close()
	eventually(t, "nobody looks any more", func() bool { return snapshots.Subscribers() == 0 })
	again := s.dial(t, s.keys.Viewer)
	_, err = again.Subscribe(t.Context(), topic)
	require.NoError(t, err)
	document(t, again, topic, func(d studio.Snapshot) bool { return d.Text == second })
	require.NoError(t, n.Close())
	require.NoError(t, again.WithoutChannel(t.Context(), topic))
}

func TestADocumentThatAnEditorOpenedIsShownInsteadOfTheRunningText(t *testing.T) {
	s := newEditing(t)
	text := &atomic.Pointer[string]{}
	running := greet
	text.Store(&running)
	snapshots, calls := newRunningMachine(t, s.robot, text)
	editor, viewer := s.dial(t, s.keys.Editor), s.dial(t, s.keys.Viewer)
	id := open(t, editor).ID
	const topic = "studio/document/running/nao1"
	_, err := viewer.Subscribe(t.Context(), topic)
	require.NoError(t, err)
	require.NoError(t, snapshots.Publish(msgs.MachineSnapshot{Machine: "greet", Hash: "1"}))
	_, err = viewer.Subscribe(t.Context(), "studio/document/"+id)
	require.NoError(t, err)
	require.Equal(t, "greet", document(t, viewer, "studio/document/"+id, func(studio.Snapshot) bool { return true }).Machine.Name)
	eventually(t, "it is watched", func() bool { return snapshots.Subscribers() == 1 })
	require.Zero(t, calls.Load())
	var o studio.Outcome
	require.NoError(t, editor.CallJSON(t.Context(), "studio/close", studio.CloseRequest{ID: id}, &o))
	require.Nil(t, o.Refused)
	require.Equal(t, greet, document(t, viewer, topic, func(studio.Snapshot) bool { return true }).Text)
}
