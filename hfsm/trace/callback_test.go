package trace_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
)

// meddler is a host whose activities do something to their machine.
type meddler struct {
	calls map[string]func(m *hfsm.Machine, now time.Duration)
	log   []string
}

type meddling struct {
	*meddler
	m    *hfsm.Machine
	name string
}

func (c *meddler) Activity(m *hfsm.Machine, name string, _ hfsm.Args) (hfsm.Activity, error) {
	return &meddling{c, m, name}, nil
}

func (a *meddling) call(what string, now time.Duration) {
	a.log = append(a.log, what+" "+a.name)
	if f := a.calls[what+" "+a.name]; f != nil {
		f(a.m, now)
	}
}
func (a *meddling) Start(now time.Duration, _ hfsm.Entry) { a.call("start", now) }
func (a *meddling) Stop(now time.Duration)                { a.call("stop", now) }
func (a *meddling) Step(now time.Duration) (hfsm.Status, error) {
	a.call("step", now)
	return hfsm.Running, nil
}

// chain is a machine that goes from a to b and c in one tick.
const chain = `
machine: m
inputs: {x: int}
initial: a
states:
  a: {do: one, transitions: [{if: x > 0, to: b}]}
  b: {do: two, transitions: [{if: x > 0, to: c}]}
  c: {do: three}
`

func TestAMachineThatIsResetWithinATickBeginsAnewAfterIt(t *testing.T) {
	for what, left := range map[string]string{"start two": "b", "stop one": "b", "step three": "c", "transition": "b"} {
		t.Run(what, func(t *testing.T) {
			h := &meddler{calls: map[string]func(*hfsm.Machine, time.Duration){}}
			once := true
			reset := func(m *hfsm.Machine, now time.Duration) {
				if once {
					once = false
					m.Reset(now)
					require.Error(t, m.Tick(now))
					_, err := m.Reload(m.Model())
					require.ErrorContains(t, err, "within a tick")
				}
			}
			h.calls[what] = reset
			model := load(t, chain)
			m, err := hfsm.New(model, h)
			require.NoError(t, err)
			path := ""
			m.OnTransition = func(tr hfsm.Transition) {
				path = tr.To
				if what == "transition" && tr.From != "" {
					reset(m, 100*time.Millisecond)
				}
			}
			text := traceOf(t, m, func() {
				at(t, m, 0)
				set(t, m, "x", hfsm.IntValue(1))
				at(t, m, 100)
				require.Equal(t, left, path, "the tick is cut")
				require.Equal(t, uint32(1), m.Epoch())
				require.Empty(t, m.Path())
				at(t, m, 200)
				require.Equal(t, "a", m.Path(), "its inputs begin anew, too")
				at(t, m, 300)
				require.Equal(t, hfsm.Running, m.Status())
			})
			replayText(t, text, model)
		})
	}
}

func TestAnActivityThatResetsItsMachineWhenItIsStoppedLeavesNothingRunning(t *testing.T) {
	h := &meddler{calls: map[string]func(*hfsm.Machine, time.Duration){}}
	h.calls["stop inner"] = func(m *hfsm.Machine, now time.Duration) { m.Reset(now) }
	m, err := hfsm.New(load(t, "machine: m\ninitial: a\nstates: {a: {do: outer, initial: b, states: {b: {do: inner}}}}\n"), h)
	require.NoError(t, err)
	at(t, m, 0)
	h.log = nil
	m.Stop(time.Second)
	require.Equal(t, []string{"stop inner", "stop outer"}, h.log)
	at(t, m, 2000)
	require.Equal(t, "a/b", m.Path(), "it was reset last")
	require.Equal(t, uint32(1), m.Epoch())
}

func TestAMachineThatIsStoppedWithinATickRestsAfterIt(t *testing.T) {
	h := &meddler{calls: map[string]func(*hfsm.Machine, time.Duration){}}
	h.calls["start two"] = func(m *hfsm.Machine, now time.Duration) { m.Stop(now) }
	h.calls["stop two"] = func(m *hfsm.Machine, now time.Duration) { m.Stop(now) }
	model := load(t, chain)
	m, err := hfsm.New(model, h)
	require.NoError(t, err)
	text := traceOf(t, m, func() {
		at(t, m, 0)
		set(t, m, "x", hfsm.IntValue(1))
		at(t, m, 100, 200, 300)
	})
	require.Equal(t, hfsm.Final, m.Status())
	require.Equal(t, []string{"start one", "step one", "stop one", "start two", "stop two"}, h.log[:5])
	replayText(t, text, model)
}
