package hfsm

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// scripted is a host whose activities write down what is asked of them.
type scripted struct {
	log     []string
	outcome map[string]Status
}

func (h *scripted) Activity(_ *Machine, name string, args Args) (Activity, error) {
	if name == "broken" {
		return nil, errors.New("no such arm")
	}
	if color, ok := args["color"]; ok {
		name += " " + color.String
	}
	return &scriptedActivity{h, name}, nil
}

type scriptedActivity struct {
	host *scripted
	name string
}

func (a *scriptedActivity) Start(_ time.Duration, how Entry) {
	a.host.log = append(a.host.log, fmt.Sprintf("start %s %d", a.name, how))
}

func (a *scriptedActivity) Step(time.Duration) (Status, error) {
	out := a.host.outcome[a.name]
	if out == Failed {
		return out, errors.New(a.name + " broke")
	}
	return out, nil
}

func (a *scriptedActivity) Stop(time.Duration) { a.host.log = append(a.host.log, "stop "+a.name) }

func TestActivitiesAreStartedResumedAndCancelledInOrder(t *testing.T) {
	model := load(t, `
machine: m
initial: work
states:
  work:
    entry: hello
    exit: bye
    do: watch
    transitions: [{after: 1s, to: rest}]
    initial: dig
    states:
      dig: {entry: [spit, {shout: {color: red}}], do: {shovel: {}}, exit: wipe}
  rest: {transitions: [{after: 1s, to: work}]}
`)
	h := &scripted{}
	m, err := New(model, h)
	require.NoError(t, err)
	for _, s := range []time.Duration{0, 1, 2} {
		require.NoError(t, m.Tick(s*time.Second))
	}
	require.Equal(t, []string{
		"start hello 0", "start watch 0", "start spit 0", "start shout red 0", "start shovel 0",
		"stop shovel", "start wipe 0", "stop watch", "start bye 0",
		"start hello 0", "start watch 0", "start spit 1", "start shout red 1", "start shovel 1",
	}, h.log)
	h.log = nil
	m.Stop(3 * time.Second)
	require.Equal(t, []string{"stop shovel", "stop watch"}, h.log)
}

func TestFinalAndFailedTravelUpwards(t *testing.T) {
	src := `
machine: m
initial: try
states:
  try:
    transitions: [{if: final, to: good}, {if: failed, to: bad}]
    initial: reach
    states:
      reach:
        do: arm
        transitions: [{if: final, to: FINAL}, {if: failed, to: FAILED}]
  good: {transitions: [{after: 1s, to: FINAL}]}
  bad: {transitions: [{after: 1s, to: try}]}
`
	h := &scripted{outcome: map[string]Status{"arm": Failed}}
	m, err := New(load(t, src), h)
	require.NoError(t, err)
	var paths []string
	for now := time.Duration(0); now <= 3*time.Second; now += 100 * time.Millisecond {
		require.NoError(t, m.Tick(now))
		paths = append(paths, m.Path())
		if now == 500*time.Millisecond {
			require.EqualError(t, m.Cause(), "arm broke")
			h.outcome["arm"] = Final
		}
	}
	require.Equal(t, []string{
		"0.000  -> try/reach", "0.100 try/reach -> try", "0.200 try -> bad", "1.200 bad -> try/reach",
		"1.300 try/reach -> try", "1.400 try -> good", "2.400 good -> ",
	}, lines(m), "%v", paths)
	require.Equal(t, Final, m.Status())
	require.Empty(t, m.Path())
}

func TestAnActivityIsStoppedOnceForEachStart(t *testing.T) {
	h := &scripted{}
	m, err := New(load(t, `
machine: m
initial: outer
states:
  outer:
    do: watch
    initial: inner
    states:
      inner: {do: dig, transitions: [{after: 1s, to: FINAL}]}
`), h)
	require.NoError(t, err)
	require.NoError(t, m.Tick(0))
	require.NoError(t, m.Tick(time.Second))
	require.Equal(t, "outer", m.Path(), "its automaton has ended")
	m.Stop(2 * time.Second)
	require.Equal(t, []string{"start watch 0", "start dig 0", "stop dig", "stop watch"}, h.log)
}

func TestAHostThatCannotIsNamedWithThePlace(t *testing.T) {
	_, err := New(load(t, "machine: m\ninitial: a\nstates: {a: {do: broken}}\n"), &scripted{})
	require.EqualError(t, err, "machine m: states.a.do: no such arm")
}
