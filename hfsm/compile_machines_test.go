package hfsm

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/hfsm/chart"
)

// beside are the machines of a host by their names in it.
var beside = map[string]string{
	"game": `machine: game
inputs: {started: bool}
initial: wait
states:
  wait: {transitions: [{if: started, to: playing}]}
  playing:
    initial: ours
    states:
      ours: {transitions: [{after: 1s, to: theirs}]}
      theirs: {transitions: [{after: 1s, to: FINAL}]}
`,
	"own":  "machine: mine\ninputs: {mode: {machine: own}}\ninitial: a\nstates: {a: {}}\n",
	"ring": "machine: ring\ninputs: {mode: {machine: m}}\ninitial: a\nstates: {a: {}}\n",
	"bad":  "machine: bad\ninitial: a\nstates: {a: {transitions: [{to: b}]}}\n",
}

// besideWords is what a host with these machines offers.
func besideWords() *Vocabulary {
	words := &Vocabulary{Inputs: map[string]Type{"started": Bool}}
	words.Machines = func(name string) (*chart.Machine, error) {
		text, ok := beside[name]
		if !ok {
			return nil, errors.New("no such machine")
		}
		c, found := chart.ReadYAML(name+".yaml", []byte(text))
		if errs := found.Errors(); len(errs) > 0 {
			return nil, errs
		}
		return c, nil
	}
	return words
}

func reading(input, guard string) []byte {
	return []byte("machine: m\ninputs: {mode: " + input + "}\ninitial: a\nstates:\n  a: {transitions: [{if: \"" + guard + "\", to: b}]}\n  b: {}\n")
}

func TestACheckKnowsTheStatesOfAnotherMachine(t *testing.T) {
	for name, row := range map[string]struct{ input, guard, want string }{
		"a state":               {"{machine: game}", "mode == 'playing/ours'", ""},
		"one that can end":      {"{machine: game}", "mode == 'playing'", ""},
		"before its begin":      {"{machine: game}", "mode == ''", ""},
		"its outermost part":    {"{machine: game, depth: 1}", "mode in ['wait', 'playing']", ""},
		"with its type":         {"{machine: game, type: string, description: what is on}", "mode != 'wait'", ""},
		"a wrong word":          {"{machine: game}", "mode == 'playng'", `m.yaml:5:35: states.a.transitions[0].if: mode is never "playng"; expected one of "", "wait", "playing", "playing/ours", "playing/theirs"`},
		"more than is read":     {"{machine: game, depth: 1}", "mode == 'playing/ours'", `mode is never "playing/ours"; expected one of "", "wait", "playing"`},
		"no such machine":       {"{machine: gaem}", "mode == 'wait'", "m.yaml:2:26: inputs.mode.machine: machine gaem: no such machine"},
		"a wrong machine":       {"{machine: bad}", "mode == 'a'", `m.yaml:2:26: inputs.mode.machine: machine bad: bad.yaml:3:33: states.a.transitions[0].to: no state "b"`},
		"itself":                {"{machine: m}", "mode == 'a'", "m.yaml:2:26: inputs.mode.machine: m -> m: machines that read each other"},
		"itself by its place":   {"{machine: own}", "mode == 'a'", "machine own: own.yaml:2:26: inputs.mode.machine: own -> own: machines that read each other"},
		"one that reads it":     {"{machine: ring}", "mode == 'a'", "machine ring: ring.yaml:2:26: inputs.mode.machine: m -> ring -> m: machines that read each other"},
		"another type":          {"{machine: game, type: int}", "mode == 'wait'", "m.yaml:2:38: inputs.mode.type: int; the state of a machine is a string"},
		"what only others have": {"{machine: game, initial: wait}", "mode == 'wait'", "inputs.mode.initial: the state of a machine has no initial; expected type, description, machine, depth"},
		"no name":               {"{machine: ./game.yaml}", "mode == 'wait'", `inputs.mode.machine: "./game.yaml" is not a name of a machine`},
		"half a depth":          {"{machine: game, depth: 0.5}", "mode == 'wait'", "inputs.mode.depth: 0.5; expected a whole number from 1"},
		"a depth alone":         {"{type: string, depth: 1}", "mode == 'wait'", "inputs.mode.depth: of no machine; expected {machine: NAME, depth: 1}"},
	} {
		_, err := Load("m.yaml", reading(row.input, row.guard), besideWords())
		if row.want == "" {
			require.NoError(t, err, name)
		} else {
			require.ErrorContains(t, err, row.want, name)
		}
	}
	alone := besideWords()
	alone.Machines = nil
	_, err := Load("m.yaml", reading("{machine: game}", "mode == 'wait'"), alone)
	require.ErrorContains(t, err, "no machine can be read here; expected an input that the host writes")
	_, err = Load("m.yaml", reading("{machine: game}", "mode == 'anything'"), nil)
	require.NoError(t, err, "as it is written")
}

func TestAMachineIsNowhereElseThanItsActivePathsAre(t *testing.T) {
	model, err := Load("game.yaml", []byte(beside["game"]), besideWords())
	require.NoError(t, err)
	require.Equal(t, []string{"wait", "playing", "playing/ours", "playing/theirs"}, model.ActivePaths())
	m, err := New(model, nil)
	require.NoError(t, err)
	in, _ := model.Input("started")
	m.SetBool(in, true)
	var seen []string
	for now := time.Duration(0); now < 4*time.Second; now += 100 * time.Millisecond {
		require.NoError(t, m.Tick(now))
		if at := m.Path(); len(seen) == 0 || seen[len(seen)-1] != at {
			seen = append(seen, at)
		}
	}
	require.Subset(t, append(model.ActivePaths(), ""), seen)
	require.Contains(t, seen, "playing", "its inside has ended")
}

func TestAnInputOfAMachineIsWrittenAsItWasRead(t *testing.T) {
	c, found := chart.ReadYAML("m.yaml", reading("{machine: game, depth: 2, description: what is on}", "mode == 'wait'"))
	require.Empty(t, found)
	require.Equal(t, &chart.MachineState{Place: c.Inputs[0].Machine.Place, Machine: "game", Depth: 2}, c.Inputs[0].Machine)
	require.Equal(t, "a/b", c.Inputs[0].Machine.Of("a/b/c"))
	require.Equal(t, "a", c.Inputs[0].Machine.Of("a"))
	var text bytes.Buffer
	require.NoError(t, c.WriteYAML(&text))
	again, found := chart.ReadYAML("m.yaml", text.Bytes())
	require.Empty(t, found)
	require.True(t, chart.Equal(c, again), text.String())
}
