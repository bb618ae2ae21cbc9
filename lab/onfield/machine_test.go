package onfield

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/sim"
)

// waves is a machine that ends after a motion.
const waves = `machine: waves
initial: wait
states:
  wait: {transitions: [{after: 500ms, to: wave}]}
  wave:
    do: {play: {motion: dance_right, times: 1}}
    transitions: [{if: final, to: FINAL}, {if: failed, to: FAILED}]
`

// try runs a machine without images.
func try(t *testing.T, text string, seed uint64) *MachineRun {
	t.Helper()
	file := filepath.Join(t.TempDir(), "m.yaml")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	r, err := TryMachine(t.Context(), MachineConfig{Machine: file, World: "spl", Profile: sim.Ideal, Limit: 20 * time.Second, Field: true, Table: "ideal"}, seed)
	require.NoError(t, err)
	return r
}

func TestARunEndsWhenTheMachineEnds(t *testing.T) {
	r := try(t, waves, 3)
	require.Equal(t, Final, r.Outcome)
	require.Equal(t, uint64(3), r.Seed)
	require.Equal(t, []string{"wait", "wave"}, machineStates([]*MachineRun{r}))
	require.InDelta(t, 0.5, r.TimeIn("wait"), 0.05)
	require.InDelta(t, r.Seconds, r.TimeIn("wait")+r.TimeIn("wave"), 0.05)
	require.Less(t, r.Seconds, 20.0)
	require.Positive(t, r.Reached)
	require.Zero(t, r.Falls)
	require.Equal(t, r, try(t, waves, 3), "the same seed gives the same run")
}

func TestARunThatDoesNotEndIsStopped(t *testing.T) {
	file := filepath.Join(t.TempDir(), "m.yaml")
	require.NoError(t, os.WriteFile(file, []byte("machine: m\ninitial: on\nstates: {on: {}}\n"), 0o600))
	r, err := TryMachine(t.Context(), MachineConfig{Machine: file, World: "spl", Profile: sim.Ideal, Limit: time.Second, Field: true, Table: "ideal"}, 1)
	require.NoError(t, err)
	require.Equal(t, Running, r.Outcome)
	require.InDelta(t, 1, r.Seconds, 0.03)
	require.Equal(t, []MachineSpan{{"on", 0, r.Seconds}}, r.Spans)
}

func TestTheTableAndThePlotHoldAllRuns(t *testing.T) {
	runs := []*MachineRun{
		{Seed: 1, Outcome: Final, Seconds: 2, Transitions: 1, Spans: []MachineSpan{{"a", 0, 1}, {"b<1>", 1, 2}}},
		{Seed: 2, Outcome: Failed, Cause: "no, thanks", Seconds: 3, Falls: 1, WalkedM: 0.5, Spans: []MachineSpan{{"a", 0, 3}}},
	}
	var out bytes.Buffer
	require.NoError(t, WriteMachineCSV(&out, runs))
	lines, err := csv.NewReader(&out).ReadAll()
	require.NoError(t, err)
	require.Equal(t, [][]string{
		{"seed", "outcome", "seconds", "transitions", "falls", "walked_m", "positions", "seconds_in_a", "seconds_in_b<1>", "cause"},
		{"1", "final", "2.000", "1", "0", "0.000", "0", "1.000", "1.000", ""},
		{"2", "failed", "3.000", "0", "1", "0.500", "0", "3.000", "0.000", "no, thanks"},
	}, lines)
	require.Equal(t, "2 runs: 1 final, 1 failed, 0 still running; 1 fall; final after 2.0 s (median), 2.0 s at most", MachineSummary(runs))
	svg := PlotMachine("a & b", runs)
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
	}
	require.Contains(t, svg, "seed 2")
	require.Contains(t, svg, "✗ 1×↓")
}

func TestAnEmptyRunIsDrawn(t *testing.T) {
	require.Contains(t, PlotMachine("", []*MachineRun{{Outcome: Running}}), "</svg>")
}
