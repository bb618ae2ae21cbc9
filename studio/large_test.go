package studio

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// ring returns a machine of so many states, one after the other.
func ring(states int) string {
	var text strings.Builder
	text.WriteString("machine: large\ninputs: {near: bool}\ninitial: s0\nstates:\n")
	for i := range states {
		fmt.Fprintf(&text, "  s%d:\n    transitions:\n      - {after: 2s, if: near, to: s%d}\n", i, (i+1)%states)
	}
	return text.String()
}

// What users of other editors ask for: no wall at twenty nodes, and no minutes until a large behaviour is open.
// Allocations stand for the work, since they do not depend on the machine.
func TestALargeMachineOpensWithWorkInProportionToItsStates(t *testing.T) {
	open := func(states int) float64 {
		text := ring(states)
		return testing.AllocsPerRun(1, func() {
			d := newDocument("large.yaml", YAML, text, nothing)
			require.Len(t, d.snapshot().Machine.States, states)
		})
	}
	const few, times = 250, 6
	require.Less(t, open(few*times), 1.5*times*open(few))

	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "large.yaml"), []byte(ring(few*times)), 0o644))
	w, err := OpenWorkspace(dir, Options{Words: nothing})
	require.NoError(t, err)
	defer w.Close()
	o := w.Open("ann", OpenRequest{Path: "large.yaml"})
	require.Nil(t, o.Refused)
	o = w.Apply("ann", ApplyRequest{ID: o.Snapshot.ID, Revision: o.Snapshot.Revision, Command: Command{Op: RenameState, State: "s700", Name: "middle"}})
	require.Nil(t, o.Refused)
	o = w.Save("ann", SaveRequest{ID: o.Snapshot.ID})
	require.Nil(t, o.Refused)
}

// Machines may be a megabyte; a file of five is refused with its size before it is read, and so is a text of that size.
func TestAFileOfFiveMegabytesIsRefusedWithItsSize(t *testing.T) {
	dir := t.TempDir()
	large := filepath.Join(dir, "large.yaml")
	require.NoError(t, os.WriteFile(large, []byte(strings.Repeat("# a comment\n", 5<<20/12+1)), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "small.yaml"), []byte(ring(3)), 0o644))
	w, err := OpenWorkspace(dir, Options{Words: nothing})
	require.NoError(t, err)
	defer w.Close()
	o := w.Open("ann", OpenRequest{Path: "large.yaml"})
	require.NotNil(t, o.Refused)
	require.Equal(t, TooLarge, o.Refused.Code)
	require.Contains(t, o.Refused.Message, "5.0 MB")
	require.Contains(t, o.Refused.Message, "1.0 MB")
	require.Empty(t, w.Snapshots(), "nothing is open")
	o = w.Open("ann", OpenRequest{Path: "small.yaml"})
	require.Nil(t, o.Refused)
	text := o.Snapshot.Text
	o = w.Apply("ann", ApplyRequest{
		ID: o.Snapshot.ID, Revision: o.Snapshot.Revision, Command: Command{Op: ReplaceText, Text: strings.Repeat("# a comment\n", 5<<20/12+1)},
	})
	require.NotNil(t, o.Refused)
	require.Equal(t, TooLarge, o.Refused.Code)
	require.Equal(t, text, o.Snapshot.Text, "and nothing is lost")
}
