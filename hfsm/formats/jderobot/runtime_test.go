package jderobot_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/hfsm/formats/jderobot"
)

// recorded is what VisualStates' own runtime did with a machine: testdata/visualstates/README.md.
type recorded struct {
	Machine string
	Seconds float64
	Inputs  []struct {
		At    float64
		Name  string
		Value bool
	}
	Trace []moment
}

// moment is when a path became active, s.
type moment struct {
	At   float64
	Path string
}

func TestAnImportDoesWhatVisualStatesOwnRuntimeDid(t *testing.T) {
	const dir = "testdata/visualstates"
	src, err := os.ReadFile(filepath.Join(dir, "traces.json"))
	require.NoError(t, err)
	var all []recorded
	require.NoError(t, json.Unmarshal(src, &all))
	require.Len(t, all, 10)
	for _, want := range all {
		t.Run(want.Machine, func(t *testing.T) {
			src, err := os.ReadFile(filepath.Join(dir, want.Machine))
			require.NoError(t, err)
			m, findings := jderobot.Read(want.Machine, src)
			require.Empty(t, findings.Errors())
			require.Contains(t, findings.Error(), "as the runtime of dialect E: an automaton takes one transition a period")
			got, longest := run(t, m, &want)
			require.Equal(t, paths(want.Trace), paths(got))
			for i := range got { // the original's clock is not ours: times agree to a period, and the drift of its sleeps
				require.InDelta(t, want.Trace[i].At, got[i].At, longest+0.01, want.Trace[i].Path)
			}
		})
	}
}

// run runs an import with the inputs of a recording. It returns its trace and the longest period, s.
func run(t *testing.T, m *chart.Machine, with *recorded) (trace []moment, longest float64) {
	t.Helper()
	model, findings := hfsm.Compile(m, &hfsm.Vocabulary{Source: func(chart.Source) (hfsm.Type, error) { return hfsm.Bool, nil }})
	require.Empty(t, findings.Errors())
	machine, err := hfsm.New(model, nil)
	require.NoError(t, err)
	var walk func(s *chart.State)
	walk = func(s *chart.State) {
		if s.RateHz > 0 {
			longest = max(longest, 1/s.RateHz)
		}
		for _, inner := range s.States {
			walk(inner)
		}
	}
	walk(m.Root)
	left := with.Inputs
	const step = 10 * time.Millisecond
	for now := time.Duration(0); now.Seconds() < with.Seconds; now += step {
		for len(left) > 0 && left[0].At <= now.Seconds() {
			in, ok := model.Input(left[0].Name)
			require.True(t, ok, left[0].Name)
			machine.SetBool(in, left[0].Value)
			left = left[1:]
		}
		require.NoError(t, machine.Tick(now))
		if path := machine.Path(); len(trace) == 0 || trace[len(trace)-1].Path != path {
			trace = append(trace, moment{now.Seconds(), path})
		}
	}
	return trace, longest
}

// paths returns the paths of a trace, one a line.
func paths(trace []moment) string {
	var b strings.Builder
	for _, m := range trace {
		b.WriteString(m.Path + "\n")
	}
	return b.String()
}

func TestEachDialectIsEnteredAgainAsItsRuntimeDoes(t *testing.T) {
	for name, history := range map[string]chart.History{"a": chart.Inherit, "b": chart.Inherit, "c": chart.Inherit, "d1": chart.Deep, "d2": chart.Deep, "e": chart.None} {
		src, err := os.ReadFile(filepath.Join("testdata", name+".xml"))
		require.NoError(t, err)
		m, _ := jderobot.Read(name+".xml", src)
		require.True(t, m.SingleStep)
		require.Equal(t, history, m.Root.History, name)
	}
}

// The runtimes of the dialects D keep the state that was left and restart its timer: 0.8 s after each return.
func TestTheDialectsOf2018RestartTheTimerOfTheStateTheyComeBackTo(t *testing.T) {
	src, err := os.ReadFile("testdata/visualstates/interrupted.xml")
	require.NoError(t, err)
	for _, kind := range []string{"0", "1"} {
		text := strings.Replace(string(src), "<config>", `<config type="`+kind+`">`, 1)
		m, findings := jderobot.Read("interrupted.xml", []byte(text))
		require.Empty(t, findings.Errors())
		var with recorded
		require.NoError(t, json.Unmarshal([]byte(`{"seconds": 5, "inputs": [
			{"at": 1.25, "name": "fall", "value": true}, {"at": 1.45, "name": "fall", "value": false},
			{"at": 1.95, "name": "up", "value": true}, {"at": 2.15, "name": "up", "value": false},
			{"at": 2.45, "name": "fall", "value": true}, {"at": 2.65, "name": "fall", "value": false},
			{"at": 3.05, "name": "up", "value": true}, {"at": 3.25, "name": "up", "value": false}]}`), &with))
		got, _ := run(t, m, &with)
		require.Equal(t, "Walk/Left\nWalk/Right\nDown\nWalk/Right\nDown\nWalk/Right\nWalk/There\n", paths(got))
		require.InDelta(t, 3.9, got[len(got)-1].At, 0.101)
	}
}
