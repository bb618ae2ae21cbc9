package doorbell

import (
	"os"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/hfsm/generate"
	"gonao/msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
	"gonao/ros/inproc"
)

//go:generate env GENERATE=node go test -count=1 -run TestTheNodeIsUpToDate .

func TestTheNodeIsUpToDate(t *testing.T) {
	src, err := os.ReadFile("doorbell.yaml")
	require.NoError(t, err)
	c, findings := chart.ReadYAML("doorbell.yaml", src)
	require.Empty(t, findings.Errors())
	opts := generate.Options{Node: true}
	if os.Getenv("GENERATE") != "" {
		_, _, err := generate.Dir(".", c, opts)
		require.NoError(t, err)
	}
	result, err := generate.Package(c, opts)
	require.NoError(t, err)
	for _, f := range result.Files {
		if f.Name == "activities.go" {
			continue // ours
		}
		text, err := os.ReadFile(f.Name)
		require.NoError(t, err)
		require.Equal(t, string(text), string(f.Text), "%s: make generate writes it anew", f.Name)
	}
}

func TestTheBellRingsForWhoComesNear(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus, cfg := inproc.NewBus(), DefaultConfig()
		n, err := ros.NewNode(t.Context(), bus, "doorbell", ros.NodeOptions{Parameters: &cfg})
		require.NoError(t, err)
		defer n.Close() // ends Run, too
		alarm, err := ros.Watch[stdmsgs.Bool](n, "alarm", ros.TransientLocal())
		require.NoError(t, err)
		state, err := ros.Watch[msgs.MachineState](n, "machine_state", ros.Reliable(), ros.TransientLocal())
		require.NoError(t, err)
		open, err := ros.Advertise[stdmsgs.Bool](n, "door_open")
		require.NoError(t, err)
		distance, err := ros.Advertise[stdmsgs.Float64](n, "distance")
		require.NoError(t, err)
		knock, err := ros.Advertise[stdmsgs.String](n, "event")
		require.NoError(t, err)
		go Run(n.Context(), n, cfg)
		synctest.Wait() // until Run waits for time
		pass := func(d time.Duration) {
			for ; d > 0; d -= Period {
				bus.Advance(Period)
				synctest.Wait()
			}
		}
		rings := func() bool { v, _ := alarm.Get(); return v.Data }
		pass(Period)
		require.False(t, rings())
		require.NoError(t, open.Publish(stdmsgs.Bool{Data: true}))
		require.NoError(t, distance.Publish(stdmsgs.Float64{Data: 0.5}))
		pass(2 * Period)
		require.True(t, rings())
		s, _ := state.Get()
		require.Equal(t, []string{"ringing"}, s.Active)
		require.Equal(t, "somebody", s.Transition)
		pass(time.Second)
		require.False(t, rings(), "what was seen is too old now")
		require.NoError(t, knock.Publish(stdmsgs.String{Data: "knock"}))
		pass(Period)
		require.True(t, rings())
	})
}

// call calls a service of the node.
func call[Q, A any, PQ ros.Request[Q], PA ros.Message[A]](t *testing.T, n *ros.Node, name string, q Q) A {
	t.Helper()
	c, err := ros.NewClient[Q, A, PQ, PA](n, name)
	require.NoError(t, err)
	defer c.Close()
	a, err := c.Call(t.Context(), q)
	require.NoError(t, err)
	return a
}

func TestAGeneratedNodeIsDebuggedAsTheExecutorIs(t *testing.T) {
	t.Chdir(t.TempDir()) // where it records
	synctest.Test(t, func(t *testing.T) {
		bus, cfg := inproc.NewBus(), DefaultConfig()
		n, err := ros.NewNode(t.Context(), bus, "doorbell", ros.NodeOptions{Parameters: &cfg})
		require.NoError(t, err)
		defer n.Close()
		open, err := ros.Advertise[stdmsgs.Bool](n, "door_open")
		require.NoError(t, err)
		go Run(n.Context(), n, cfg)
		synctest.Wait()
		pass := func(d time.Duration) {
			for ; d > 0; d -= Period {
				bus.Advance(Period)
				synctest.Wait()
			}
		}
		require.NoError(t, open.Publish(stdmsgs.Bool{Data: true}))
		pass(2 * Period)
		why := func() msgs.MachineWhyNot {
			a := call[msgs.WhyNotRequest, msgs.WhyNotResponse](t, n, "machine/why_not", msgs.WhyNotRequest{Path: "quiet#1"})
			require.True(t, a.Success, a.Message)
			return a.Transitions[0]
		}
		w := why()
		require.Equal(t, msgs.MachineWhyNotGuard, w.Reason, w.Message)
		values := map[string]msgs.MachineOperand{}
		for _, o := range w.Operands {
			values[o.Text] = o
		}
		require.Equal(t, "true", values["doorOpen"].Value, "%v", w.Operands)
		require.Negative(t, values["distance"].Age, "it was never set")

		set := func(name, value string, how uint8) {
			a := call[msgs.SetMachineValueRequest, msgs.SetMachineValueResponse](t, n, "machine/set_value", msgs.SetMachineValueRequest{Name: name, Value: value, How: how})
			require.True(t, a.Success, a.Message)
		}
		set("doorOpen", "false", msgs.SetMachineValueRequestHold)
		require.NoError(t, open.Publish(stdmsgs.Bool{Data: true}))
		pass(2 * Period)
		snapshot := func() msgs.MachineSnapshot {
			return call[msgs.GetMachineSnapshotRequest, msgs.GetMachineSnapshotResponse](t, n, "machine/get_snapshot", msgs.GetMachineSnapshotRequest{}).Snapshot
		}
		now := snapshot()
		door := slices.IndexFunc(now.Values, func(v msgs.MachineValue) bool { return v.Name == "doorOpen" })
		require.True(t, now.Values[door].Held)
		require.False(t, now.Values[door].BoolValue, "whatever the topic says")
		set("doorOpen", "", msgs.SetMachineValueRequestRelease)
		require.NoError(t, open.Publish(stdmsgs.Bool{Data: true}))
		set("distance", "0.5", msgs.SetMachineValueRequestHold)
		require.True(t, call[msgs.SetBreakpointsRequest, msgs.SetBreakpointsResponse](t, n, "machine/set_breakpoints",
			msgs.SetBreakpointsRequest{Paths: []string{"quiet#1"}}).Success)
		pass(time.Second)
		now = snapshot()
		require.True(t, now.Paused)
		require.Equal(t, []string{"ringing"}, now.Paths)
		require.EqualValues(t, 1, now.Passed[1].Index)
		step := call[msgs.StepMachineRequest, msgs.StepMachineResponse](t, n, "machine/step", msgs.StepMachineRequest{Ticks: 2})
		require.True(t, step.Success, step.Message)
		load := call[msgs.LoadMachineRequest, msgs.LoadMachineResponse](t, n, "machine/load", msgs.LoadMachineRequest{Text: "machine: m"})
		require.Contains(t, load.Message, "generated as Go from doorbell.yaml")
		record := call[msgs.RecordTraceRequest, msgs.RecordTraceResponse](t, n, "machine/record_trace", msgs.RecordTraceRequest{Record: true, Name: "x.trace"})
		require.True(t, record.Success, record.Message)
		pass(Period)
		record = call[msgs.RecordTraceRequest, msgs.RecordTraceResponse](t, n, "machine/record_trace", msgs.RecordTraceRequest{})
		require.True(t, record.Success, record.Message)
		require.FileExists(t, "x.trace")
		require.FileExists(t, "x.trace.yaml", "the machine, for a replay")
		source := call[msgs.GetMachineChartRequest, msgs.GetMachineChartResponse](t, n, "machine/get_chart", msgs.GetMachineChartRequest{Format: "source"})
		require.True(t, source.Success, source.Message)
		model, err := hfsm.Load("doorbell.yaml", []byte(source.Text), nil)
		require.NoError(t, err)
		require.Equal(t, model.Hash(), source.Hash, "the text is the machine that runs")
		require.Equal(t, model.Hash(), now.Hash)
		drawn := call[msgs.GetMachineChartRequest, msgs.GetMachineChartResponse](t, n, "machine/get_chart", msgs.GetMachineChartRequest{Format: "mermaid"})
		require.Contains(t, drawn.Text, "ringing")
		trace := call[msgs.GetMachineTraceRequest, msgs.GetMachineTraceResponse](t, n, "machine/get_trace", msgs.GetMachineTraceRequest{})
		require.NotEmpty(t, trace.Events)
		list := call[msgs.ListMachinesRequest, msgs.ListMachinesResponse](t, n, "machine/list", msgs.ListMachinesRequest{})
		require.Equal(t, "doorbell", list.Machines[0].Machine)
	})
}
