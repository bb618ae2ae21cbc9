package debug_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
	"gonao/hfsm/debug"
	"gonao/hfsm/trace"
)

const striker = `
machine: striker
rate_hz: 10
inputs: {ball_age: {type: float, stale_after: 500ms}, near: bool}
variables: {tries: {type: int, initial: 1}}
initial: play
states:
  play:
    initial: wait
    transitions:
    - {event: whistle, if: tries > 5, to: rest, name: enough}
    states:
      wait:
        transitions:
        - {if: ball_age < 1 and not stale(ball_age) and near, to: kick, name: seen}
        - {after: 3s, to: search}
        - {if: tries > 0 and elapsed > 100, to: kick, disabled: true}
        - {if: tries >= 1, to: search, priority: -1}
        - {if: "near or tries == 1", to: kick, priority: -2}
      search: {transitions: [{event: ball.found, to: kick}]}
      kick: {}
  rest: {}
`

// load compiles a machine that must be right.
func load(t *testing.T, src string) *hfsm.Model {
	t.Helper()
	model, err := hfsm.Load("test.yaml", []byte(src), nil)
	require.NoError(t, err)
	return model
}

// running returns a machine after a second, in which tries is set to stop it.
func running(t *testing.T) (*hfsm.Machine, func(until time.Duration)) {
	t.Helper()
	m, err := hfsm.New(load(t, striker), nil)
	require.NoError(t, err)
	slot, _ := m.Model().Slot("tries")
	require.NoError(t, m.SetValue(slot, hfsm.IntValue(0)))
	now := time.Duration(0)
	return m, func(until time.Duration) {
		for ; now <= until; now += 100 * time.Millisecond {
			require.NoError(t, m.Tick(now))
		}
	}
}

// texts returns explanations in one line each.
func texts(all []debug.UntakenTransition) []string {
	var out []string
	for i := range all {
		out = append(out, all[i].ID()+" "+all[i].Reason.String()+": "+all[i].Text)
	}
	return out
}

func TestEachTransitionNamesItsObstacleWithFigures(t *testing.T) {
	m, run := running(t)
	in, _ := m.Model().Input("ball_age")
	m.SetFloat(in, 0.25)
	run(time.Second)
	all, err := debug.WhyNot(m, "")
	require.NoError(t, err)
	require.Equal(t, []string{
		"play#0 event: no event whistle has come since the last tick",
		"play/wait#0 guard: its guard is false: ball_age = 0.25, stale(ball_age) = true, near = false",
		"play/wait#1 time: 2 s of 3 s are left",
		"play/wait#3 guard: its guard is false: tries >= 1 is false, tries = 0",
		"play/wait#4 guard: its guard is false: near = false, tries == 1 is false, tries = 0",
		"play/wait#2 disabled: it is switched off in the file",
	}, texts(all))
	require.Equal(t, "ball_age < 1 and not stale(ball_age) and near", all[1].Guard)
	require.True(t, all[1].Known)
	byText := map[string]debug.Operand{}
	for _, o := range all[1].Operands {
		byText[o.Text] = o
	}
	require.Equal(t, "true", byText["ball_age < 1.0"].Value, "a condition that holds is among them, and does not decide")
	require.False(t, byText["ball_age < 1.0"].Decides)
	require.Equal(t, debug.Input, byText["ball_age"].Kind)
	require.InDelta(t, 1, byText["ball_age"].AgeSec, 1e-9)
	require.True(t, byText["ball_age"].Stale)
	require.Equal(t, debug.Function, byText["stale(ball_age)"].Kind)
	require.Negative(t, byText["near"].AgeSec, "it was never set")
}

func TestThePriorityOfAnotherTransitionIsAnObstacle(t *testing.T) {
	m, run := running(t)
	run(500 * time.Millisecond)
	slot, _ := m.Model().Slot("tries")
	require.NoError(t, m.SetValue(slot, hfsm.IntValue(1)))
	all, err := debug.WhyNot(m, "play/wait")
	require.NoError(t, err)
	last := texts(all)[3:5]
	require.Equal(t, []string{
		"play/wait#3 enabled: nothing is in its way: it is taken in the next tick",
		"play/wait#4 behind: play/wait#3 comes first",
	}, last)
	run(700 * time.Millisecond)
	require.Equal(t, "play/search", m.Path(), "as it was said")
	all, err = debug.WhyNot(m, "play/wait#4")
	require.NoError(t, err)
	require.Equal(t, []string{"play/wait#4 inactive: play/wait is not active"}, texts(all))
	m.Post(hfsm.Event{Name: "whistle"})
	m.Post(hfsm.Event{Name: "ball.found"})
	all, err = debug.WhyNot(m, "")
	require.NoError(t, err)
	require.Equal(t, []string{
		"play#0 guard: its guard is false: tries > 5 is false, tries = 1",
		"play/search#0 enabled: nothing is in its way: it is taken in the next tick",
	}, texts(all))
	_, err = debug.WhyNot(m, "play/serch")
	require.ErrorContains(t, err, `did you mean "play/search"?`)
}

func TestNothingOfTheMachineChangesWhileItIsExplained(t *testing.T) {
	m, run := running(t)
	run(time.Second)
	m.Post(hfsm.Event{Name: "whistle"})
	before := m.Snapshot()
	for range 3 {
		_, err := debug.WhyNot(m, "")
		require.NoError(t, err)
	}
	require.Equal(t, before, m.Snapshot())
}

func TestAMachineBroughtToASnapshotIsExplainedAsTheOneThatRan(t *testing.T) {
	m, run := running(t)
	in, _ := m.Model().Input("near")
	m.SetBool(in, true)
	run(1500 * time.Millisecond)
	want, err := debug.WhyNot(m, "")
	require.NoError(t, err)
	other, err := hfsm.New(m.Model(), nil)
	require.NoError(t, err)
	require.NoError(t, other.Restore(m.Snapshot(), 100*time.Second))
	got, err := debug.WhyNot(other, "")
	require.NoError(t, err)
	require.Equal(t, want, got)
}

func TestAReplayedMachineIsExplainedAsTheOneThatRan(t *testing.T) {
	model := load(t, striker)
	m, err := hfsm.New(model, nil)
	require.NoError(t, err)
	stream := m.Stream(1 << 12)
	var file bytes.Buffer
	w, err := trace.NewWriter(&file, model, nil)
	require.NoError(t, err)
	for now := time.Duration(0); now <= 2*time.Second; now += 100 * time.Millisecond {
		require.NoError(t, m.Tick(now))
	}
	require.NoError(t, w.Drain(stream))
	require.NoError(t, w.Flush())
	want, err := debug.WhyNot(m, "play/search#0")
	require.NoError(t, err)
	r, err := trace.NewReader("x.trace", &file)
	require.NoError(t, err)
	_, err = trace.Replay(r, model, trace.ReplayOptions{})
	require.NoError(t, err)
	p, err := hfsm.NewPlayback(model, silent{})
	require.NoError(t, err)
	defer p.Close()
	for tick := uint64(1); tick <= 21; tick++ {
		p.Tick(tick, time.Duration(tick-1)*100*time.Millisecond, 0)
	}
	got, err := debug.WhyNot(p.Machine(), "play/search#0")
	require.NoError(t, err)
	require.Equal(t, want, got)
	require.Equal(t, "event", got[0].Reason.String())
}

// silent is a recording in which nothing comes from outside.
type silent struct{}

func (silent) Recorded(*hfsm.Model, *hfsm.Record)      {}
func (silent) Called(uint32)                           {}
func (silent) Ended(uint32) (hfsm.Status, bool, error) { return hfsm.Running, false, nil }
func (silent) Stopping(uint32) (hfsm.Status, bool)     { return hfsm.Running, false }

func TestAMachineThatHasEndedAndOneThatWaitsSayso(t *testing.T) {
	m, err := hfsm.New(load(t, "machine: m\ninitial: a\nstates: {a: {transitions: [{after: 1s, to: FINAL}]}}\n"), nil)
	require.NoError(t, err)
	for now := time.Duration(0); now <= 2*time.Second; now += 100 * time.Millisecond {
		require.NoError(t, m.Tick(now))
	}
	all, err := debug.WhyNot(m, "a")
	require.NoError(t, err)
	require.Equal(t, "ended", all[0].Reason.String())
}

// A machine of the profile scxml stands between two events when this is asked.
func TestAMachineOfSCXMLIsExplained(t *testing.T) {
	model, err := hfsm.Load("x.scxml", []byte(`<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="null" initial="a">
  <state id="a">
    <transition cond="In('b')" target="c"/>
    <transition event="go" target="b"/>
    <transition event="never" cond="In('c')" target="c"/>
  </state>
  <state id="b"><transition event="back" target="a"/></state>
  <state id="c"/>
</scxml>`), nil)
	require.NoError(t, err)
	m, err := hfsm.New(model, nil)
	require.NoError(t, err)
	require.NoError(t, m.Tick(0))
	all, err := debug.WhyNot(m, "")
	require.NoError(t, err)
	require.Len(t, all, 3)
	require.Equal(t, "a#0", all[0].ID())
	require.Equal(t, "c", all[0].Target)
	require.Equal(t, debug.Guard, all[0].Reason)
	require.Contains(t, all[0].Text, `active("b") = false`)
	require.True(t, all[0].Known)
	require.Equal(t, debug.Event, all[1].Reason)
	require.Equal(t, []string{"go"}, all[1].Events)
	require.Equal(t, debug.Event, all[2].Reason)
	inactive, err := debug.WhyNot(m, "b#0")
	require.NoError(t, err)
	require.Len(t, inactive, 1)
	require.Equal(t, debug.Inactive, inactive[0].Reason)
	require.Equal(t, []string{"a"}, m.Active(), "nothing has changed")

	m.Post(hfsm.Event{Name: "go"})
	require.NoError(t, m.Tick(time.Millisecond))
	all, err = debug.WhyNot(m, "")
	require.NoError(t, err)
	require.Len(t, all, 1)
	require.Equal(t, debug.Event, all[0].Reason)
}

func TestAnEventThatNothingConsumedIsNamed(t *testing.T) {
	m, err := hfsm.New(load(t, striker), nil)
	require.NoError(t, err)
	require.NoError(t, m.Tick(0))
	require.True(t, m.PostAt(hfsm.Event{Name: "whistle"}, 150*time.Millisecond))
	require.NoError(t, m.Tick(time.Second))
	all, err := debug.WhyNot(m, "play#0")
	require.NoError(t, err)
	require.Equal(t, debug.Event, all[0].Reason)
	require.Equal(t, "no event whistle has come since the last tick; whistle at 0.15 s was not consumed: the guard of the transition was false", all[0].Text)
}
