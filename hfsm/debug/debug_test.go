package debug

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
	"gonao/hfsm/internal/drawn"
)

const debugged = `
machine: debugged
rate_hz: 10
inputs: {x: {type: float, stale_after: 500ms}}
variables: {n: {type: int, max: 5}}
initial: a
states:
  a:
    do: walk
    transitions: [{after: 2s, to: b, name: enough}]
  b:
    do: walk
    transitions: [{if: x > 1.0 and not stale(x), to: c, name: seen}, {if: final, to: c, name: arrived}]
  c:
    transitions: [{if: n > 2, to: d}]
  d:
    transitions: [{if: elapsed >= 0, to: e, name: quick}]
  e: {}
`

func debugging(t *testing.T) (*Debugger, *drawn.Diary, func(until time.Duration)) {
	t.Helper()
	d := &drawn.Diary{}
	m, err := hfsm.New(load(t, debugged), d)
	require.NoError(t, err)
	debugger := NewDebugger(m)
	now := time.Duration(0)
	return debugger, d, func(until time.Duration) {
		for ; now <= until; now += 100 * time.Millisecond {
			require.NoError(t, debugger.Tick(now))
		}
	}
}

func TestWhilePausedTimeStandsStillAndTheRobotRests(t *testing.T) {
	d, diary, run := debugging(t)
	run(time.Second)
	require.Equal(t, []string{"start walk 0"}, diary.Took())
	d.Pause(time.Second)
	require.True(t, d.Resting())
	require.Equal(t, []string{"stop walk"}, diary.Took())
	run(10 * time.Second)
	require.Equal(t, "a", d.Machine().Path())
	require.Empty(t, diary.Took())
	d.Resume(10 * time.Second)
	require.Equal(t, []string{"start walk 1"}, diary.Took())
	run(10900 * time.Millisecond)
	require.Equal(t, "a", d.Machine().Path())
	run(11 * time.Second)
	require.Equal(t, "b", d.Machine().Path(), "nine seconds did not count")
}

func TestStepsGoFromTickToTickAndFromTransitionToTransition(t *testing.T) {
	d, diary, run := debugging(t)
	run(0)
	require.Error(t, d.StepTick(), "it runs")
	d.Pause(0)
	diary.Took()
	for range 19 {
		require.NoError(t, d.StepTick())
		require.Equal(t, "a", d.Machine().Path())
	}
	require.NoError(t, d.StepTick())
	require.Equal(t, "b", d.Machine().Path())
	require.Equal(t, 1, d.Finish("walk", hfsm.Final))
	require.NoError(t, d.StepTick())
	moved, err := stepTransition(d)
	require.NoError(t, err)
	require.True(t, moved)
	require.Equal(t, "c", d.Machine().Path())
	require.NoError(t, d.Set("n", hfsm.IntValue(3)))
	moved, err = stepTransition(d)
	require.NoError(t, err)
	require.True(t, moved)
	require.Equal(t, "d", d.Machine().Path(), "one transition of the tick")
	_, err = stepTransition(d)
	require.NoError(t, err)
	require.Equal(t, "e", d.Machine().Path())
	moved, err = stepTransition(d)
	require.NoError(t, err)
	require.False(t, moved, "there is none any more")
	require.Empty(t, diary.Took(), "all the while the robot has rested")
}

// stepTransition steps until a transition is taken, 100 ticks at most.
func stepTransition(d *Debugger) (moved bool, err error) {
	for range 100 {
		if moved, err = d.StepTowards(); moved || err != nil {
			break
		}
	}
	return moved, err
}

func TestBreakpointsPauseRightAfterTheirTransition(t *testing.T) {
	d, _, run := debugging(t)
	require.Error(t, d.Break(Breakpoint{State: "nowhere"}))
	require.Error(t, d.Break(Breakpoint{}))
	require.NoError(t, d.Break(Breakpoint{Name: "enough"}))
	require.NoError(t, d.Break(Breakpoint{State: "d", Once: true}))
	var hit []Breakpoint
	d.OnPause = func(b Breakpoint) { hit = append(hit, b) }
	run(3 * time.Second)
	require.True(t, d.Paused())
	require.Equal(t, "b", d.Machine().Path())
	require.NoError(t, d.Hold("x", hfsm.FloatValue(2)))
	require.NoError(t, d.Set("n", hfsm.IntValue(4)))
	require.Error(t, d.Set("n", hfsm.IntValue(6)), "out of its range")
	require.Error(t, d.Hold("n", hfsm.IntValue(1)), "no input")
	d.Resume(3 * time.Second)
	run(4 * time.Second)
	require.Equal(t, "d", d.Machine().Path(), "and not e, in the same tick")
	require.Len(t, hit, 2)
	require.Len(t, d.points, 1)
	d.Resume(4 * time.Second)
	run(5 * time.Second)
	require.Equal(t, "e", d.Machine().Path())
}

func TestAHeldInputStaysAndStaysFresh(t *testing.T) {
	d, _, run := debugging(t)
	m := d.Machine()
	in, _ := m.Model().Input("x")
	require.NoError(t, d.Hold("x", hfsm.FloatValue(0.5)))
	run(time.Second)
	m.SetFloat(in, 7)
	require.Equal(t, hfsm.FloatValue(0.5), m.Value(int(in)))
	s := m.Snapshot()
	require.Equal(t, s.Now, *s.Values[in].Set)
	require.NoError(t, d.Release("x"))
	m.SetFloat(in, 7)
	require.Equal(t, hfsm.FloatValue(7), m.Value(int(in)))
}

// load loads a machine that must be right.
func load(t testing.TB, src string) *hfsm.Model {
	t.Helper()
	model, err := hfsm.Load("test.yaml", []byte(src), nil)
	require.NoError(t, err)
	return model
}

func TestAReloadWhilePausedStartsOnlyWhatIsStillActive(t *testing.T) {
	d, diary, run := debugging(t)
	run(time.Second)
	d.Pause(time.Second)
	require.Equal(t, []string{"start walk 0", "stop walk"}, diary.Took())
	_, err := d.Machine().Reload(load(t, strings.NewReplacer("initial: a", "initial: e", "  a:\n", "  z: {}\n  x:\n").Replace(debugged)))
	require.NoError(t, err)
	require.Equal(t, "e", d.Machine().Path())
	d.Resume(time.Second)
	require.Empty(t, diary.Took(), "its state is gone")
}
