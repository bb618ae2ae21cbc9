package executor

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	stdsrvs "gonao/msgs/std_srvs"
	"gonao/ros"
)

// ask calls a service of the executor.
func ask[Q, A any, PQ ros.Request[Q], PA ros.Message[A]](t *testing.T, w *world, name string, q Q) A {
	t.Helper()
	c, err := ros.NewClient[Q, A, PQ, PA](w.robot, name)
	require.NoError(t, err)
	defer c.Close()
	a, err := c.Call(t.Context(), q)
	require.NoError(t, err)
	return a
}

const clockwork = `
machine: clockwork
variables: {turns: {type: int, initial: 0}}
initial: tick
states:
  tick: {transitions: [{after: 1s, to: tock, then: [{set: {turns: turns + 1}}]}]}
  tock: {transitions: [{after: 1s, to: tick}]}
`

func TestWhoComesLateSeesWhatThereIs(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		cfg := DefaultConfig()
		cfg.Machine = w.file("clockwork.yaml", clockwork)
		early, err := ros.Subscribe[msgs.MachineDelta](w.robot, "machine/deltas", ros.TransientLocal(), ros.Depth(100))
		require.NoError(t, err)
		stop := w.start(cfg)
		w.run(3500 * time.Millisecond)
		snapshots, err := ros.Watch[msgs.MachineSnapshot](w.robot, "machine/snapshot", ros.TransientLocal())
		require.NoError(t, err)
		late, err := ros.Subscribe[msgs.MachineDelta](w.robot, "machine/deltas", ros.TransientLocal(), ros.Depth(100))
		require.NoError(t, err)
		s, ok := snapshots.Get()
		require.True(t, ok)
		require.Equal(t, "clockwork", s.Machine)
		w.run(3 * time.Second)
		number := s.Sequence
		for {
			d, n := next(late)
			if n == 0 {
				break
			}
			if d.Sequence <= s.Sequence {
				continue
			}
			number++
			require.Equal(t, number, d.Sequence, "no gap")
			for _, changed := range d.States {
				for i := range s.States {
					if s.States[i].Path == changed.Path {
						s.States[i] = changed
					}
				}
			}
			for _, changed := range d.Values {
				for i := range s.Values {
					if s.Values[i].Name == changed.Name {
						s.Values[i] = changed
					}
				}
			}
		}
		require.Greater(t, number, s.Sequence)
		now := ask[msgs.GetMachineSnapshotRequest, msgs.GetMachineSnapshotResponse](t, w, "machine/get_snapshot", msgs.GetMachineSnapshotRequest{}).Snapshot
		require.Equal(t, now.States, s.States)
		require.Equal(t, now.Values, s.Values)
		require.EqualValues(t, 3, now.Values[0].IntValue)
		events := 0
		for {
			d, n := next(early)
			if n == 0 {
				break
			}
			events += len(d.Events)
		}
		require.GreaterOrEqual(t, events, 6, "the start and each transition")
		require.NoError(t, stop())
		require.NoError(t, w.robot.Close())
	})
}

// next returns the next message that waits, n is 0 when none does.
func next[T any](s *ros.Subscription[T]) (m T, n int) {
	select {
	case m = <-s.C():
		return m, 1
	default:
		return m, 0
	}
}

func TestAMachineIsLookedIntoAndChangedOverItsServices(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		cfg := DefaultConfig()
		cfg.Machine = w.file("clockwork.yaml", clockwork)
		cfg.TraceDir = t.TempDir()
		stop := w.start(cfg)
		w.run(2500 * time.Millisecond)
		trigger := func(name string) stdsrvs.TriggerResponse {
			return ask[stdsrvs.TriggerRequest, stdsrvs.TriggerResponse](t, w, "machine/"+name, stdsrvs.TriggerRequest{})
		}
		snapshot := func() msgs.MachineSnapshot {
			return ask[msgs.GetMachineSnapshotRequest, msgs.GetMachineSnapshotResponse](t, w, "machine/get_snapshot", msgs.GetMachineSnapshotRequest{}).Snapshot
		}
		require.True(t, ask[msgs.RecordTraceRequest, msgs.RecordTraceResponse](t, w, "machine/record_trace", msgs.RecordTraceRequest{Record: true, Name: "a.trace"}).Success)
		require.Contains(t, ask[msgs.RecordTraceRequest, msgs.RecordTraceResponse](t, w, "machine/record_trace", msgs.RecordTraceRequest{Record: true, Name: "../a"}).Message, "without a directory")
		require.True(t, trigger("pause").Success)
		before := snapshot()
		w.run(5 * time.Second)
		require.True(t, snapshot().Paused)
		require.InDelta(t, before.Time, snapshot().Time, 0.05, "its time stands still")
		require.True(t, ask[msgs.SetMachineValueRequest, msgs.SetMachineValueResponse](t, w, "machine/set_value", msgs.SetMachineValueRequest{Name: "turns", Value: "41"}).Success)
		require.Contains(t, ask[msgs.SetMachineValueRequest, msgs.SetMachineValueResponse](t, w, "machine/set_value", msgs.SetMachineValueRequest{Name: "x"}).Message, `no value "x"`)
		step := ask[msgs.StepMachineRequest, msgs.StepMachineResponse](t, w, "machine/step", msgs.StepMachineRequest{Ticks: 9})
		require.True(t, step.Success, step.Message)
		require.Equal(t, "tock", step.Path)
		require.EqualValues(t, 42, snapshot().Values[0].IntValue)
		require.Contains(t, ask[msgs.SetBreakpointsRequest, msgs.SetBreakpointsResponse](t, w, "machine/set_breakpoints", msgs.SetBreakpointsRequest{Paths: []string{"tik"}}).Message, `did you mean "tick"?`)
		for format, want := range map[string]string{"": "machine: clockwork", "dot": "digraph", "mermaid": "stateDiagram"} {
			require.Contains(t, ask[msgs.GetMachineChartRequest, msgs.GetMachineChartResponse](t, w, "machine/get_chart", msgs.GetMachineChartRequest{Format: format}).Text, want)
		}

		client, err := ros.NewActionClient[msgs.RunToStateGoal, msgs.RunToStateResult, msgs.RunToStateFeedback](w.robot, "machine/run_to_state")
		require.NoError(t, err)
		runTo := func(goal msgs.RunToStateGoal) msgs.RunToStateResult {
			g, err := client.Send(t.Context(), goal, nil)
			require.NoError(t, err)
			w.run(3 * time.Second)
			r, _, err := g.Result(context.Background())
			require.NoError(t, err)
			return r
		}
		require.Equal(t, "tick", runTo(msgs.RunToStateGoal{Path: "tick"}).Path)
		require.True(t, snapshot().Paused)
		require.Equal(t, msgs.RunToStateResultUnknownState, runTo(msgs.RunToStateGoal{Path: "x"}).ErrorCode)
		require.Equal(t, msgs.RunToStateResultTimeout, runTo(msgs.RunToStateGoal{Path: "tock", Timeout: 0.5}).ErrorCode)
		require.True(t, snapshot().Paused)

		require.NoError(t, os.WriteFile(cfg.Machine, []byte(strings.Replace(clockwork, "to: tock", "to: tok", 1)), 0o600))
		reload := trigger("reload")
		require.False(t, reload.Success)
		require.Contains(t, reload.Message, "clockwork.yaml:6:")
		require.Contains(t, snapshot().ReloadError, "clockwork.yaml:6:")
		require.NoError(t, os.WriteFile(cfg.Machine, []byte(strings.Replace(clockwork, "after: 1s, to: tock", "after: 9s, to: tock", 1)), 0o600))
		require.True(t, trigger("reload").Success)
		require.True(t, trigger("resume").Success)
		w.run(3 * time.Second)
		now := snapshot()
		require.Equal(t, "tick", now.Path)
		require.EqualValues(t, 2, now.Revision)
		require.Empty(t, now.ReloadError)
		trace := ask[msgs.GetMachineTraceRequest, msgs.GetMachineTraceResponse](t, w, "machine/get_trace", msgs.GetMachineTraceRequest{})
		require.Equal(t, msgs.MachineEventStart, trace.Events[0].Kind)
		require.NoError(t, stop())
		text, err := os.ReadFile(filepath.Join(cfg.TraceDir, "a.trace"))
		require.NoError(t, err)
		require.Contains(t, string(text), `"reload"`)
		require.NoError(t, w.robot.Close())
	})
}

func TestAnAgentInAProcessOfItsOwnHasSkillsExecuted(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		w.serveMotion(w.robot)
		cfg, _ := skillWorld(t, w)
		skillRunner := w.start(cfg)
		agent := DefaultConfig()
		agent.OfferSkills = false
		agent.Machine, agent.Machines = "none", []string{"agent:=" + w.file("boss.yaml", `
machine: boss
level: agent
variables: {shows: {type: int, initial: 0}}
initial: show
states:
  show:
    do: {skill: {call: "wave{positions=2}"}}
    transitions:
    - {if: final, to: trip, then: [{set: {shows: shows + 1}}]}
  trip:
    do: {skill: {call: "stumble()"}}
    transitions: [{if: failed, to: long}]
  long:
    do: {skill: {call: "wave{positions=40}"}}
    transitions: [{after: 2s, to: show}]
`)}
		told := w.states("agent/machine_state")
		w.run(100 * time.Millisecond) // it has heard of the robot: a call before that fails
		end := w.startAs("boss", agent)
		w.run(10 * time.Second)
		var paths []string
		for {
			m, n := next(told)
			if n == 0 {
				break
			}
			if len(paths) == 0 || paths[len(paths)-1] != m.Path {
				paths = append(paths, m.Path)
			}
		}
		require.Equal(t, []string{"show", "trip", "long", "show"}, paths[:4])
		require.GreaterOrEqual(t, w.cancelled, 2, "the motion of the skill that was called off, and of one that had enough positions")
		require.NoError(t, end())
		require.NoError(t, skillRunner())
		require.NoError(t, w.robot.Close())
	})
}

func TestRunningToAStateInAnotherRegionAndPastABreakpointEnds(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		cfg := DefaultConfig()
		cfg.Machine = w.file("two.yaml", `
machine: two
initial: both
states:
  both:
    regions:
      one: {initial: a, states: {a: {transitions: [{after: 1s, to: b}]}, b: {transitions: [{after: 1s, to: a}]}}}
      other: {initial: c, states: {c: {transitions: [{after: 2500ms, to: d}]}, d: {}}}
`)
		stop := w.start(cfg)
		client, err := ros.NewActionClient[msgs.RunToStateGoal, msgs.RunToStateResult, msgs.RunToStateFeedback](w.robot, "machine/run_to_state")
		require.NoError(t, err)
		w.run(500 * time.Millisecond)
		runTo := func(path string) (r msgs.RunToStateResult) {
			goal, err := client.Send(t.Context(), msgs.RunToStateGoal{Path: path}, nil)
			require.NoError(t, err)
			done := make(chan msgs.RunToStateResult, 1)
			go func() {
				result, _, _ := goal.Result(context.Background())
				done <- result
			}()
			w.run(4 * time.Second)
			require.Len(t, done, 1, "it has ended")
			return <-done
		}
		breakAt := func(paths ...string) {
			a := ask[msgs.SetBreakpointsRequest, msgs.SetBreakpointsResponse](t, w, "machine/set_breakpoints", msgs.SetBreakpointsRequest{Paths: paths})
			require.True(t, a.Success, a.Message)
		}
		breakAt("both/one/b")
		r := runTo("both/other/d")
		require.Equal(t, msgs.RunToStateResultPaused, r.ErrorCode)
		require.Contains(t, r.ErrorMsg, `paused in "both/one/b"`)
		breakAt()
		r = runTo("both/other/d")
		require.Equal(t, msgs.RunToStateResultNone, r.ErrorCode, r.ErrorMsg)
		require.InDelta(t, 2.5, r.Time, 0.15)
		require.NoError(t, stop())
		require.NoError(t, w.robot.Close())
	})
}

func TestAFileThatBecomesFasterIsTickedFaster(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		text := "machine: quick\nrate_hz: 2\nvariables: {n: {type: int, initial: 0}}\ninitial: a\nstates: {a: {transitions: [{if: true, to: b, then: [{set: {n: n + 1}}]}]}, b: {transitions: [{if: true, to: a}]}}\nmax_transitions: 100\n"
		text = strings.ReplaceAll(text, "if: true", "if: elapsed > 0")
		cfg := DefaultConfig()
		cfg.Machine, cfg.OfferSkills = w.file("quick.yaml", text), false
		states, err := ros.Subscribe[msgs.MachineState](w.robot, "machine_state", ros.Reliable(), ros.TransientLocal(), ros.Depth(100))
		require.NoError(t, err)
		stop := w.start(cfg)
		w.run(2 * time.Second)
		lastOf(states)
		require.NoError(t, os.WriteFile(cfg.Machine, []byte(strings.Replace(text, "rate_hz: 2", "rate_hz: 50", 1)), 0o600))
		a := ask[stdsrvs.TriggerRequest, stdsrvs.TriggerResponse](t, w, "machine/reload", stdsrvs.TriggerRequest{})
		require.True(t, a.Success, a.Message)
		w.run(time.Second)
		lastOf(states)
		rounds := 0
		for range 50 {
			w.run(20 * time.Millisecond)
			if _, n := lastOf(states); n > 0 {
				rounds++
			}
		}
		require.Greater(t, rounds, 30, "as they come, and not in heaps")
		require.NoError(t, stop())
		require.NoError(t, w.robot.Close())
	})
}

// A motion that came into the directory after the start can be used without a restart.
func TestAReloadedMachineMayPlayANewMotion(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		text := "machine: plays\ninitial: a\nstates: {a: {do: {play: {motion: stand}}}}\n"
		cfg := DefaultConfig()
		cfg.Machine, cfg.OfferSkills = w.file("plays.yaml", text), false
		cfg.MotionDir = filepath.Dir(w.file("nod.xml", `<motion name="nod"><slot duration="1"><joint name="HeadPitch" angle_deg="5"/></slot></motion>`))
		stop := w.start(cfg)
		w.run(time.Second)
		require.NoError(t, os.WriteFile(cfg.Machine, []byte(strings.Replace(text, "stand", "wave", 1)), 0o600))
		reload := func() stdsrvs.TriggerResponse {
			return ask[stdsrvs.TriggerRequest, stdsrvs.TriggerResponse](t, w, "machine/reload", stdsrvs.TriggerRequest{})
		}
		require.Contains(t, reload().Message, `"wave"; expected a motion that is installed`)
		wrong := []byte(`<motion name="wave"><slot`) // motion refuses it, and plays it once it is corrected
		require.NoError(t, os.WriteFile(filepath.Join(cfg.MotionDir, "wave.xml"), wrong, 0o600))
		a := reload()
		require.True(t, a.Success, a.Message)
		require.NoError(t, stop())
		require.NoError(t, w.robot.Close())
	})
}

func TestViewersSeeAnEventThatNothingConsumed(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		cfg := DefaultConfig()
		cfg.Machine = w.file("m.yaml", "machine: m\nvariables: {open: bool}\ninitial: a\nstates: {a: {transitions: [{after: 9s, to: a}, {event: whistle, if: open, to: a}]}}\n")
		deltas, err := ros.Subscribe[msgs.MachineDelta](w.robot, "machine/deltas", ros.TransientLocal(), ros.Depth(100))
		require.NoError(t, err)
		stop := w.start(cfg)
		w.run(200 * time.Millisecond)
		for _, name := range []string{"whistle", "button"} {
			posted := ask[msgs.PostEventRequest, msgs.PostEventResponse](t, w, "machine/post_event", msgs.PostEventRequest{Name: name})
			require.True(t, posted.Success, posted.Message)
		}
		w.run(300 * time.Millisecond)
		var missed []msgs.MachineEvent
		for d, n := next(deltas); n > 0; d, n = next(deltas) {
			for _, e := range d.Events {
				if e.Kind == msgs.MachineEventMissed {
					e.Number, e.Time = 0, 0
					missed = append(missed, e)
				}
			}
		}
		require.Equal(t, []msgs.MachineEvent{
			{Kind: msgs.MachineEventMissed, Source: "a", Index: 1, Name: "whistle", Value: "guard"},
			{Kind: msgs.MachineEventMissed, Index: -1, Name: "button", Value: "unawaited"},
		}, missed)
		require.NoError(t, stop())
		require.NoError(t, w.robot.Close())
	})
}
