package executor

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	stdsrvs "gonao/msgs/std_srvs"
	"gonao/ros"
)

// renamed is the machine clockwork by another name.
func renamed(name string) string { return strings.Replace(clockwork, "clockwork", name, 1) }

func (w *world) startAt(service string, q msgs.StartMachineRequest) msgs.StartMachineResponse {
	return ask[msgs.StartMachineRequest, msgs.StartMachineResponse](w.t, w, service, q)
}

func (w *world) snapshotOf(slot string) msgs.MachineSnapshot {
	return ask[msgs.GetMachineSnapshotRequest, msgs.GetMachineSnapshotResponse](w.t, w, slot+"machine/get_snapshot", msgs.GetMachineSnapshotRequest{}).Snapshot
}

func (w *world) trigger(name string) stdsrvs.TriggerResponse {
	return ask[stdsrvs.TriggerRequest, stdsrvs.TriggerResponse](w.t, w, name, stdsrvs.TriggerRequest{})
}

func (w *world) listed() (running, sources []string) {
	for _, m := range ask[msgs.ListMachinesRequest, msgs.ListMachinesResponse](w.t, w, "machine/list", msgs.ListMachinesRequest{}).Machines {
		if m.Running {
			running = append(running, m.Slot+":"+m.Machine+" "+m.Path)
		} else {
			sources = append(sources, m.Source)
		}
	}
	return running, sources
}

func TestMachinesAreStartedStoppedAndSwappedWhileTheNodeRuns(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		cfg := DefaultConfig()
		cfg.Machine = "none"
		stop := w.start(cfg)
		w.run(500 * time.Millisecond)
		require.True(t, w.snapshotOf("").Idle)
		require.Contains(t, w.trigger("machine/pause").Message, "nothing runs")
		breaks := ask[msgs.SetBreakpointsRequest, msgs.SetBreakpointsResponse](t, w, "machine/set_breakpoints", msgs.SetBreakpointsRequest{Paths: []string{"tock"}})
		require.True(t, breaks.Success, "before a machine runs")

		a := w.startAt("machine/start", msgs.StartMachineRequest{Machine: "danse"})
		require.Contains(t, a.Message, "no such machine")
		a = w.startAt("machine/start", msgs.StartMachineRequest{Text: strings.Replace(clockwork, "to: tock", "to: tok", 1), File: "c.yaml"})
		require.False(t, a.Success)
		require.EqualValues(t, 6, a.Findings[0].Line)
		a = w.startAt("machine/start", msgs.StartMachineRequest{Text: clockwork})
		require.True(t, a.Success, a.Message)
		require.NotEmpty(t, a.Hash)
		w.run(2 * time.Second)
		now := w.snapshotOf("")
		require.True(t, now.Paused)
		require.Equal(t, []string{"tock"}, now.Paths)
		require.Equal(t, a.Hash, now.Hash)
		require.Equal(t, []string{"tock"}, now.Breakpoints)

		require.Contains(t, w.startAt("machine/start", msgs.StartMachineRequest{Machine: "dance"}).Message, "a machine runs here")
		require.Contains(t, w.startAt("machine/start", msgs.StartMachineRequest{Machine: "dance", Slot: "skill"}).Message, "skills run here")
		require.Contains(t, w.startAt("machine/start", msgs.StartMachineRequest{Machine: "dance", Slot: "my-arms"}).Message, "not a name of a namespace")
		require.Contains(t, w.startAt("skill/machine/start", msgs.StartMachineRequest{Machine: "dance"}).Message, "skills run here")
		require.Contains(t, w.startAt("machine/start", msgs.StartMachineRequest{Machine: "dance", Text: "x"}).Message, "expected one of them")
		a = w.startAt("machine/start", msgs.StartMachineRequest{Text: renamed("arms"), Slot: "arms"})
		require.True(t, a.Success, a.Message)
		w.run(1500 * time.Millisecond)
		running, sources := w.listed()
		require.Equal(t, []string{":clockwork tock", "arms:arms tock"}, running)
		require.Contains(t, sources, "dance")
		require.Equal(t, "tock", w.snapshotOf("arms/").Path, "it has services of its own")

		require.True(t, w.trigger("arms/machine/stop").Success)
		require.Contains(t, w.trigger("arms/machine/stop").Message, "nothing runs")
		swapped := w.startAt("machine/swap", msgs.StartMachineRequest{Text: renamed("other")})
		require.True(t, swapped.Success, swapped.Message)
		w.run(500 * time.Millisecond)
		running, _ = w.listed()
		require.Equal(t, []string{":other tick"}, running)
		require.True(t, w.startAt("machine/start", msgs.StartMachineRequest{Slot: "arms"}).Success, "the one that ran there last")
		w.run(200 * time.Millisecond)
		running, _ = w.listed()
		require.Equal(t, []string{":other tick", "arms:arms tick"}, running)
		require.NoError(t, stop())
		require.NoError(t, w.robot.Close())
	})
}

// A viewer that follows the topics alone sees each change at once, as another revision, hash or pause.
func TestViewersSurviveAReloadASwapAndAStop(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		cfg := DefaultConfig()
		cfg.Machine = w.file("clockwork.yaml", clockwork)
		snapshots, err := ros.Subscribe[msgs.MachineSnapshot](w.robot, "machine/snapshot", ros.Reliable(), ros.TransientLocal(), ros.Depth(100))
		require.NoError(t, err)
		deltas, err := ros.Subscribe[msgs.MachineDelta](w.robot, "machine/deltas", ros.Reliable(), ros.Depth(1000))
		require.NoError(t, err)
		stop := w.start(cfg)
		w.run(1200 * time.Millisecond)
		first, _ := lastOf(snapshots)
		require.NotEmpty(t, first.Hash)
		number := first.Sequence
		seen := func(what string) (s msgs.MachineSnapshot) {
			w.run(120 * time.Millisecond)
			s, n := lastOf(snapshots)
			require.Equal(t, 1, n, what)
			require.Greater(t, s.Revision, first.Revision, what)
			require.NotEqual(t, first.Hash, s.Hash, what)
			first = s
			return s
		}
		load := ask[msgs.LoadMachineRequest, msgs.LoadMachineResponse](t, w, "machine/load",
			msgs.LoadMachineRequest{Text: strings.Replace(clockwork, "after: 1s, to: tick", "after: 5s, to: tick", 1)})
		require.True(t, load.Success, load.Message)
		s := seen("another version")
		require.Equal(t, load.Hash, s.Hash)
		require.Equal(t, load.Revision, s.Revision)
		require.True(t, w.startAt("machine/swap", msgs.StartMachineRequest{Text: renamed("other")}).Success)
		require.Equal(t, "other", seen("another machine").Machine)
		require.True(t, w.trigger("machine/stop").Success)
		w.run(1100 * time.Millisecond)
		s, _ = lastOf(snapshots)
		require.True(t, s.Idle)
		require.Empty(t, s.Paths)
		for {
			d, n := next(deltas)
			if n == 0 {
				break
			}
			if d.Sequence > number {
				number++
			}
			require.LessOrEqual(t, d.Sequence, number, "no gap")
		}
		require.Equal(t, s.Sequence, number)
		require.NoError(t, stop())
		require.NoError(t, w.robot.Close())
	})
}

func TestEpochsOfWhatRunsInOnePlaceOnlyGoUp(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		cfg := DefaultConfig()
		cfg.Machine = w.file("clockwork.yaml", clockwork)
		stop := w.start(cfg)
		w.run(1500 * time.Millisecond)
		require.Equal(t, "tick#0", w.last.TransitionId)
		w.bus.Clock().Set(time.Unix(0, 0))
		w.run(500 * time.Millisecond)
		require.EqualValues(t, 1, w.last.Epoch)
		require.Empty(t, w.last.TransitionId, "the first entry")
		require.True(t, w.startAt("machine/swap", msgs.StartMachineRequest{Text: renamed("other")}).Success)
		w.run(500 * time.Millisecond)
		require.Equal(t, "other", w.last.Machine)
		require.EqualValues(t, 2, w.last.Epoch)
		require.NoError(t, stop())
		require.NoError(t, w.robot.Close())
	})
}

func TestAMachineIsCheckedLoadedAndExplainedOverItsServices(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		cfg := DefaultConfig()
		cfg.Machine = w.file("clockwork.yaml", clockwork)
		stop := w.start(cfg)
		w.run(500 * time.Millisecond)
		slower := strings.Replace(clockwork, "after: 1s, to: tock", "after: 3s, to: tock", 1)
		check := ask[msgs.CheckMachineRequest, msgs.CheckMachineResponse](t, w, "machine/check", msgs.CheckMachineRequest{Text: slower})
		require.True(t, check.Success, check.Message)
		require.Equal(t, "clockwork", check.Machine)
		load := func(q msgs.LoadMachineRequest) msgs.LoadMachineResponse {
			return ask[msgs.LoadMachineRequest, msgs.LoadMachineResponse](t, w, "machine/load", q)
		}
		wrong := load(msgs.LoadMachineRequest{Text: strings.Replace(clockwork, "to: tock", "to: tok", 1)})
		require.False(t, wrong.Success)
		require.Equal(t, "clockwork", wrong.Machine, "which goes on")
		require.Contains(t, wrong.Findings[0].Text, `did you mean "tock"?`)
		require.Contains(t, load(msgs.LoadMachineRequest{Text: slower, How: 7}).Message, "expected 0 (take over) or 1 (begin anew)")
		require.Contains(t, load(msgs.LoadMachineRequest{Text: slower, Replaces: "x"}).Message, "another machine runs by now")
		done := load(msgs.LoadMachineRequest{Text: slower, Replaces: wrong.Hash})
		require.True(t, done.Success, done.Message)
		require.Equal(t, []string{"tick"}, done.Kept)
		require.Equal(t, check.Hash, done.Hash)
		require.EqualValues(t, 2, done.Revision)
		chart := ask[msgs.GetMachineChartRequest, msgs.GetMachineChartResponse](t, w, "machine/get_chart", msgs.GetMachineChartRequest{Format: "source"})
		require.Equal(t, slower, chart.Text)
		require.Equal(t, check.Hash, chart.Hash)

		w.run(500 * time.Millisecond)
		why := ask[msgs.WhyNotRequest, msgs.WhyNotResponse](t, w, "machine/why_not", msgs.WhyNotRequest{})
		require.True(t, why.Success, why.Message)
		require.Len(t, why.Transitions, 1)
		require.Equal(t, msgs.MachineWhyNotTime, why.Transitions[0].Reason)
		require.InDelta(t, 2, why.Transitions[0].Remaining, 0.11)
		require.InDelta(t, 3, why.Transitions[0].After, 1e-9)
		anew := load(msgs.LoadMachineRequest{Text: clockwork, How: msgs.LoadMachineRequestBeginAnew})
		require.True(t, anew.Success, anew.Message)
		w.run(300 * time.Millisecond)
		require.Less(t, w.snapshotOf("").Time, 0.4, "it began anew")
		require.NoError(t, stop())
		require.NoError(t, w.robot.Close())
	})
}

func TestAMachineStepsFromTransitionToTransitionAndRunsUntilAStateIsLeft(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		cfg := DefaultConfig()
		cfg.Machine = w.file("clockwork.yaml", clockwork)
		stop := w.start(cfg)
		w.run(500 * time.Millisecond)
		require.True(t, w.trigger("machine/pause").Success)
		step := func(q msgs.StepMachineRequest) msgs.StepMachineResponse {
			return ask[msgs.StepMachineRequest, msgs.StepMachineResponse](t, w, "machine/step", q)
		}
		for _, path := range []string{"tock", "tick"} {
			a := step(msgs.StepMachineRequest{How: msgs.StepMachineRequestTransition})
			require.True(t, a.Success, a.Message)
			require.Equal(t, path, a.Path)
			require.EqualValues(t, 1, a.Transitions)
		}
		require.Contains(t, step(msgs.StepMachineRequest{How: 9}).Message, "expected 0 (ticks) or 1")
		client, err := ros.NewActionClient[msgs.RunToStateGoal, msgs.RunToStateResult, msgs.RunToStateFeedback](w.robot, "machine/run_to_state")
		require.NoError(t, err)
		goal, err := client.Send(t.Context(), msgs.RunToStateGoal{Until: msgs.RunToStateGoalLeft}, nil)
		require.NoError(t, err)
		w.run(2 * time.Second)
		result, _, err := goal.Result(t.Context())
		require.NoError(t, err)
		require.Equal(t, msgs.RunToStateResultNone, result.ErrorCode, result.ErrorMsg)
		require.Equal(t, "tock", result.Path)
		goal, err = client.Send(t.Context(), msgs.RunToStateGoal{Until: 9}, nil)
		require.NoError(t, err)
		w.run(100 * time.Millisecond)
		result, _, _ = goal.Result(t.Context())
		require.Contains(t, result.ErrorMsg, "expected 0 (entered), 1 (left)")
		require.NoError(t, stop())
		require.NoError(t, w.robot.Close())
	})
}

// A viewer's delta follows each transition within 20 ms of the node's clock, and two deltas are at
// least that far apart, whatever the machine's rate is.
func TestADeltaFollowsEachTransitionWithin20ms(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		cfg := DefaultConfig()
		cfg.Machine = w.file("quick.yaml", `
machine: quick
rate_hz: 100
variables: {n: {type: int, initial: 0}}
initial: a
states:
  a: {transitions: [{after: 70ms, to: b}]}
  b: {transitions: [{after: 30ms, to: c}]}
  c: {transitions: [{after: 10ms, to: d}]}
  d: {transitions: [{after: 10ms, to: a}]}
`)
		deltas, err := ros.Subscribe[msgs.MachineDelta](w.robot, "machine/deltas", ros.TransientLocal(), ros.Depth(1000))
		require.NoError(t, err)
		stop := w.start(cfg)
		for range 3000 { // of 1 ms, as fine as the clock of a robot
			now := w.bus.Clock().Now()
			require.NoError(t, w.state.Publish(msgs.RobotState{Stamp: ros.Stamp(now)}))
			w.bus.Advance(time.Millisecond)
			synctest.Wait()
		}
		var last time.Time
		transitions := 0
		for {
			d, n := next(deltas)
			if n == 0 {
				break
			}
			stamp := ros.StampTime(d.Stamp)
			if !last.IsZero() {
				require.GreaterOrEqual(t, stamp.Sub(last), 20*time.Millisecond)
			}
			last = stamp
			for _, e := range d.Events {
				if e.Kind != msgs.MachineEventTransition {
					continue
				}
				transitions++
				// d.Time is the machine's time at the stamp.
				require.LessOrEqual(t, d.Time-e.Time, 0.0201, "transition %d", transitions)
				require.EqualValues(t, 0, e.Index)
			}
			if d.Path != "" { // it has begun
				require.Equal(t, []string{d.Path}, d.Paths)
			}
		}
		require.Greater(t, transitions, 80)
		require.NoError(t, stop())
		require.NoError(t, w.robot.Close())
	})
}

func TestARunningSkillShowsWhatItCallsAndIsStopped(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		w.serveMotion(w.robot)
		cfg, _ := skillWorld(t, w)
		stop := w.start(cfg)
		w.run(200 * time.Millisecond)
		check := func(call string) msgs.CheckMachineResponse {
			return ask[msgs.CheckMachineRequest, msgs.CheckMachineResponse](t, w, "skill/machine/check", msgs.CheckMachineRequest{Text: call})
		}
		require.True(t, check("wave{positions=2}; wave()").Success)
		wrong := check("wave{positions=2}; wafe()")
		require.Contains(t, wrong.Message, `did you mean "wave"?`)
		require.EqualValues(t, 20, wrong.Findings[0].Column)

		client, err := ros.NewActionClient[msgs.ExecuteSkillGoal, msgs.ExecuteSkillResult, msgs.ExecuteSkillFeedback](w.robot, "execute_skill")
		require.NoError(t, err)
		goal, err := client.Send(t.Context(), msgs.ExecuteSkillGoal{Call: "wave{positions=1}; wave{positions=40}"}, nil)
		require.NoError(t, err)
		w.run(3 * time.Second)
		now := w.snapshotOf("skill/")
		require.False(t, now.Idle)
		require.Len(t, now.Calls, 2)
		require.Equal(t, []string{"wave", "wave_2"}, []string{now.Calls[0].State, now.Calls[1].State})
		require.Equal(t, "wave", now.Calls[1].Machine)
		require.Equal(t, "skill", now.Calls[1].Level)
		var passed []string
		for _, e := range now.Passed {
			passed = append(passed, e.Source+" "+e.Target)
		}
		require.Contains(t, passed, "wave wave_2", "the transitions it has passed, in order")
		require.True(t, strings.HasPrefix(now.Path, "wave_2"))
		require.True(t, w.trigger("skill/machine/stop").Success)
		w.run(2 * time.Second)
		result, _, _ := goal.Result(t.Context())
		require.Equal(t, msgs.ExecuteSkillResultCanceled, result.ErrorCode)
		require.True(t, w.snapshotOf("skill/").Idle)
		require.Contains(t, w.trigger("skill/machine/stop").Message, "nothing runs")
		require.NoError(t, stop())
		require.NoError(t, w.robot.Close())
	})
}
