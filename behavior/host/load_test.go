package host

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
	"gonao/hfsm/debug"
)

func TestATextTakesOverAndTheFileComesBackWhenItChanges(t *testing.T) {
	p := newPlace(t, beforeChange)
	p.run(1500 * time.Millisecond)
	_, before, _ := p.Loading().Identity()
	slower := strings.Replace(beforeChange, "{after: 1s, to: a}", "{after: 3s, to: a}", 1) + "# a comment\n"
	l, err := p.Loading().Check(Text{Text: slower})
	require.NoError(t, err)
	require.Empty(t, l.Findings)
	_, hash, revision := p.Loading().Identity()
	require.Equal(t, before, hash, "a check changes nothing")
	require.EqualValues(t, 1, revision)

	_, err = p.Loading().Load(Text{Text: slower}, "another")
	require.ErrorContains(t, err, "another machine runs by now")
	loaded, err := p.Loading().Load(Text{Text: slower}, before)
	require.NoError(t, err)
	require.Equal(t, l.Hash, loaded.Hash)
	require.Equal(t, []string{"b"}, loaded.Changed.Kept)
	_, hash, revision = p.Loading().Identity()
	require.Equal(t, l.Hash, hash)
	require.EqualValues(t, 2, revision)
	c, err := p.Chart("source")
	require.NoError(t, err)
	require.Equal(t, slower, c.Text, "with its comments")
	require.Equal(t, hash, c.Hash)
	require.False(t, p.Loading().FilesChanged(), "the file is as it was: the text stands")
	p.run(2 * time.Second)
	require.Equal(t, "b", p.path(), "entered at 1 s, left after 3 s")

	again, err := p.Loading().Load(Text{Text: slower + "\n# another comment\n"}, "")
	require.NoError(t, err)
	require.Equal(t, "nothing has changed", again.Said)
	p.write(beforeChange + "\n")
	require.True(t, p.Loading().FilesChanged())
	_, err = p.Loading().Reload()
	require.NoError(t, err)
	_, hash, _ = p.Loading().Identity()
	require.Equal(t, before, hash)
}

func TestAWrongTextIsRefusedWithPlacesAndTheMachineGoesOn(t *testing.T) {
	p := newPlace(t, beforeChange)
	p.run(500 * time.Millisecond)
	wrong := strings.Replace(beforeChange, "to: b", "to: c", 1)
	for _, load := range []func() (Loaded, error){
		func() (Loaded, error) { return p.Loading().Check(Text{File: "x.yaml", Text: wrong}) },
		func() (Loaded, error) { return p.Loading().Load(Text{Text: wrong}, "") },
		func() (Loaded, error) { return p.Loading().Swap(Text{Text: wrong}, "", p.now) },
	} {
		l, err := load()
		require.ErrorIs(t, err, ErrFindings)
		require.Equal(t, 6, l.Findings[0].Line)
		require.Equal(t, "states.a.transitions[0].to", l.Findings[0].Key)
	}
	v, _ := p.View(p.now)
	require.Contains(t, v.Refused, "m.yaml:6:", "viewers see why the text was not taken")
	p.run(time.Second)
	require.Equal(t, "b", p.path())
	for want, text := range map[string]Text{
		"no text and no file":          {},
		"expected a name that ends in": {File: "x.txt", Text: "machine: m"},
		"at most 1048576":              {Text: strings.Repeat("#", 1<<20+1)},
		"no such machine":              {File: "danse"},
		"cannot run by itself":         {Text: "machine: m\nparameters: {x: float}\ninitial: a\nstates: {a: {}}\n"},
	} {
		_, err := p.Loading().Check(text)
		require.ErrorContains(t, err, want)
	}
}

func TestAMachineIsStoppedStartedAndSwapped(t *testing.T) {
	p := newPlace(t, beforeChange)
	require.NoError(t, p.Debugging().SetBreakpoints([]string{"b"}))
	_, err := p.Loading().Start(Text{File: "dance"}, p.now)
	require.ErrorIs(t, err, ErrRuns)
	p.run(500 * time.Millisecond)
	p.End(p.now, nil)
	require.Nil(t, p.Model())
	v, ok := p.View(p.now)
	require.True(t, ok)
	require.True(t, v.Idle, "and it can still be looked at")
	p.run(time.Second)
	require.ErrorIs(t, p.Debugging().Pause(p.now), ErrIdle)

	_, err = p.Loading().Start(Text{}, p.now)
	require.NoError(t, err, "the one that ran last")
	p.run(2 * time.Second)
	v, _ = p.View(p.now)
	require.Equal(t, "b", v.Path)
	require.True(t, v.Paused, "breakpoints stay")
	require.EqualValues(t, 2, v.Runs)

	l, err := p.Loading().Swap(Text{File: "other.yaml", Text: "machine: other\ninitial: x\nstates: {x: {transitions: [{after: 1s, to: y}]}, y: {}}\n"}, "", p.now)
	require.NoError(t, err)
	require.Equal(t, "other", l.Machine)
	p.run(1500 * time.Millisecond)
	v, _ = p.View(p.now)
	require.Equal(t, "y", v.Path)
	require.Equal(t, []string{"b"}, v.Breakpoints, "of another machine")
	_, err = p.Loading().Reload()
	require.ErrorContains(t, err, "no file")
	_, err = p.Loading().Swap(Text{File: p.file}, "", p.now)
	require.NoError(t, err)
	require.Equal(t, []string{p.file}, p.Files())
	p.run(1500 * time.Millisecond)
	require.Equal(t, "b", p.path())

	short := Text{File: "short.yaml", Text: "machine: short\ninitial: x\nstates: {x: {transitions: [{after: 1s, to: FINAL}]}}\n"}
	_, err = p.Loading().Swap(short, "", p.now)
	require.NoError(t, err)
	p.run(1500 * time.Millisecond)
	l, err = p.Loading().Load(short, "")
	require.NoError(t, err)
	require.Contains(t, l.Said, "it has ended", "a machine is loaded again so that it runs")
}

func TestBreakpointsMayBeTransitionsAndAreKeptBeforeAMachineRuns(t *testing.T) {
	p := newPlace(t, `
machine: m
initial: a
states:
  a: {transitions: [{after: 1s, to: b}, {after: 2s, to: b}]}
  b: {transitions: [{after: 1s, to: a, name: back}]}
`)
	d := p.Debugging()
	require.ErrorContains(t, d.SetBreakpoints([]string{"b#1"}), `no transition "1"; b has 1`)
	require.ErrorContains(t, d.SetBreakpoints([]string{"c#0"}), `no state "c"`)
	require.NoError(t, d.KeepBreakpoints([]string{"c#0", "b#0"}))
	p.run(3 * time.Second)
	v, _ := p.View(p.now)
	require.True(t, v.Paused)
	require.Equal(t, "a", v.Path)
	require.InDelta(t, 2, v.TimeSec, 0.11)
	require.Equal(t, []string{"c#0", "b#0"}, v.Breakpoints)
	last := v.Passed[len(v.Passed)-1]
	require.Equal(t, "b", last.Source)
	require.Equal(t, 0, last.Place)
	require.Len(t, v.Passed, 3, "the first entry and two transitions")

	path, moved, err := d.StepTransition()
	require.NoError(t, err)
	require.True(t, moved)
	require.Equal(t, "b", path)
	_, err = d.Step(2)
	require.NoError(t, err)
	require.NoError(t, d.SetBreakpoints(nil))
	require.NoError(t, d.Resume(p.now))
	p.run(300 * time.Millisecond)
	require.Equal(t, "b", p.path(), "a breakpoint that a step met does not pause it later")
}

func TestAMachineRunsUntilAStateIsLeftATransitionIsTakenOrItEnds(t *testing.T) {
	text := `
machine: m
initial: outer
states:
  outer:
    initial: a
    transitions: [{if: final, to: last}]
    states:
      a: {transitions: [{after: 500ms, to: b}]}
      b: {transitions: [{after: 500ms, to: FINAL}]}
  last: {transitions: [{after: 1s, to: last}, {after: 5s, to: FINAL}]}
`
	p := newPlace(t, text)
	p.run(200 * time.Millisecond)
	d := p.Debugging()
	until := func(path string, u Until, expected string) {
		t.Helper()
		require.NoError(t, d.RunTo(path, u, p.now))
		for range 200 {
			p.run(100 * time.Millisecond)
			if d.Reached() {
				break
			}
		}
		require.True(t, d.Reached())
		_, _, paused, _ := d.Where(p.now)
		require.True(t, paused)
		require.Equal(t, expected, p.path())
	}
	until("", Left, "outer/b")
	require.ErrorContains(t, d.RunTo("outer/a", Left, p.now), "not active")
	until("outer", Ended, "outer")
	until("", Taken, "last")
	until("last", Left, "last")
	until("last#0", Taken, "last")
	require.ErrorContains(t, d.RunTo("lst", Entered, p.now), `did you mean "last"?`)
	require.NoError(t, d.EndRunTo(p.now))
}

func TestAStateThatIsRememberedHasTheTimeThatRemains(t *testing.T) {
	p := newPlace(t, `
machine: m
initial: walk
states:
  walk:
    initial: left
    transitions: [{after: 2s, to: rest}]
    states:
      left: {transitions: [{after: 8s, to: right}]}
      right: {}
  rest: {history: none, initial: x, states: {x: {}}, transitions: [{after: 1s, to: walk}]}
`)
	p.run(2500 * time.Millisecond)
	v, _ := p.View(p.now)
	require.Equal(t, "rest/x", v.Path)
	states := map[string]StateView{}
	for _, s := range v.States {
		states[s.Path] = s
	}
	left := states["walk/left"]
	require.True(t, left.Remembered)
	require.InDelta(t, 6, left.AfterSec-left.SpentSec, 1e-9)
	require.False(t, states["walk/right"].Remembered)
	require.InDelta(t, -1, states["walk/right"].AfterSec, 1e-9, "it waits for no time")
	p.run(700 * time.Millisecond)
	v, _ = p.View(p.now)
	require.Equal(t, "walk/left", v.Path)
	for _, s := range v.States {
		require.False(t, s.Remembered, "%s: without history nothing is resumed", s.Path)
	}
}

func TestTheValueOfAHeldInputIsMarked(t *testing.T) {
	p := newPlace(t, "machine: m\ninputs: {odom_x: float}\ninitial: a\nstates: {a: {transitions: [{if: odom_x > 3, to: b}]}, b: {}}\n")
	p.run(200 * time.Millisecond)
	held := func() bool {
		v, _ := p.View(p.now)
		return v.Values[0].Held
	}
	require.False(t, held())
	require.NoError(t, p.Debugging().Set("odom_x", "2", Hold))
	require.True(t, held())
	all, _, err := p.Debugging().WhyNot("a#0")
	require.NoError(t, err)
	require.True(t, all[0].Operands[1].Held)
	require.NoError(t, p.Debugging().Set("odom_x", "", Release))
	require.False(t, held())
}

func TestAMachineThatIsAdoptedIsLookedIntoButNotReplaced(t *testing.T) {
	model, err := hfsm.Load("m.yaml", []byte(beforeChange), nil)
	require.NoError(t, err)
	machine, err := hfsm.New(model, nil)
	require.NoError(t, err)
	p := &place{t: t, Machine: Adopt(&fakeRunner{machine: machine}, Options{Fixed: "this node was generated"})}
	p.run(1500 * time.Millisecond)
	require.Equal(t, "b", p.path())
	_, err = p.Loading().Reload()
	require.EqualError(t, err, "this node was generated")
	_, err = p.Loading().Check(Text{Text: beforeChange})
	require.EqualError(t, err, "this node was generated")
	_, err = p.Loading().Swap(Text{File: "dance"}, "", p.now)
	require.EqualError(t, err, "this node was generated")
	p.End(p.now, nil)
	_, err = p.Loading().Start(Text{}, p.now)
	require.NoError(t, err)
	p.run(500 * time.Millisecond)
	require.Equal(t, "a", p.path(), "it begins again")
}

func TestFilesOfDirectoriesAreFoundWithWhatIsWrong(t *testing.T) {
	p := newPlace(t, beforeChange)
	require.Equal(t, []string{filepath.Dir(p.file)}, p.Loading().Directories())
	require.NoError(t, os.Remove(p.file))
	require.True(t, p.Loading().FilesChanged())
}

// fakeRunner runs a machine without a robot, as a generated node does.
type fakeRunner struct {
	machine *hfsm.Machine
	debug   *debug.Debugger
}

func (r *fakeRunner) Machine() *hfsm.Machine       { return r.machine }
func (r *fakeRunner) Debug(d *debug.Debugger)      { r.debug = d }
func (r *fakeRunner) Tick(now time.Duration) error { return r.debug.Tick(now) }
func (r *fakeRunner) Stop(now time.Duration)       { r.machine.Stop(now) }
func (r *fakeRunner) Reset(now time.Duration)      { r.machine.Reset(now) }
func (r *fakeRunner) Reload(*hfsm.Model) (hfsm.Reloaded, error) {
	return hfsm.Reloaded{}, errors.New("generated")
}
