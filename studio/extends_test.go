package studio

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
	"gonao/hfsm/chart"
)

func TestAMachineThatExtendsAnotherIsDrawnWholeAndEditedAsText(t *testing.T) {
	words := func(string) *hfsm.Vocabulary {
		return &hfsm.Vocabulary{Loose: true, Machines: func(string) (*chart.Machine, error) {
			m, _ := chart.ReadYAML("greet.yaml", []byte(greet))
			return m, nil
		}}
	}
	dir := t.TempDir()
	w, err := OpenWorkspace(dir, Options{Words: words})
	require.NoError(t, err)
	out := w.Open("ann", OpenRequest{Path: "mine.yaml", New: true})
	require.Nil(t, out.Refused)
	id, revision := out.Snapshot.ID, out.Snapshot.Revision
	apply := func(c Command) Outcome {
		o := w.Apply("ann", ApplyRequest{ID: id, Revision: revision, Command: c})
		if o.Refused == nil {
			revision = o.Snapshot.Revision
		}
		return o
	}
	o := apply(Command{Op: ReplaceText, Text: "machine: mine\nextends: greet\nstates: {greet: {do: {play: {motion: bow}}}, more: {}}\n"})
	require.Nil(t, o.Refused)
	require.Equal(t, "greet", o.Snapshot.Machine.Extends)
	require.Equal(t, "mine", o.Snapshot.Machine.Name)
	var states []string
	for _, s := range o.Snapshot.Machine.States {
		states = append(states, s.ID)
	}
	require.Contains(t, states, "watch")
	require.Contains(t, states, "more")
	o = apply(Command{Op: RenameState, State: "greet", Name: "blue"})
	require.Contains(t, o.Refused.Message, "mine.yaml extends greet: it is edited as text")
	exported := w.Export(ExportRequest{ID: id, Format: "mermaid"})
	require.Contains(t, exported.Text, "bow")
	o = apply(Command{Op: ReplaceText, Text: "machine: mine\nextends: greet\nstates: {greet: {when: 5}}\n"})
	require.Equal(t, 3, o.Snapshot.Findings[0].Line, "%v", o.Snapshot.Findings)
	require.Contains(t, o.Snapshot.Findings[0].Message, "no such key")
}
