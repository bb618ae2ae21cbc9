package doorbell

import (
	"os"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

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
	opts := generate.Options{Node: true, Old: map[string]string{}}
	if os.Getenv("GENERATE") != "" {
		_, _, err := generate.Dir(".", c, opts)
		require.NoError(t, err)
	}
	for _, name := range []string{"machine.go", "states.go", "engine.go", "node.go", "activities.go"} {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		opts.Old[name] = string(text)
	}
	result, err := generate.Package(c, opts)
	require.NoError(t, err)
	require.Empty(t, result.Orphans)
	for _, f := range result.Files {
		require.Equal(t, opts.Old[f.Name], string(f.Text), "%s: make generate writes it anew", f.Name)
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
