package machinetopics

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
	"gonao/ros/inproc"
)

const bell = `
machine: bell
inputs: {open: bool, distance: float}
initial: quiet
states:
  quiet: {transitions: [{event: knock, to: ringing}, {if: open and distance < 1, to: ringing}]}
  ringing: {transitions: [{after: 500ms, if: not open, to: quiet}]}
`

func TestALateTickLeavesEventsAndInputsWhereTheyCame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := inproc.NewBus()
		n, err := ros.NewNode(t.Context(), bus, "bell", ros.NodeOptions{})
		require.NoError(t, err)
		defer n.Close()
		open, err := ros.Advertise[stdmsgs.Bool](n, "open")
		require.NoError(t, err)
		distance, err := ros.Advertise[stdmsgs.Float64](n, "distance")
		require.NoError(t, err)
		knock, err := ros.Advertise[stdmsgs.String](n, "event")
		require.NoError(t, err)
		model, err := hfsm.Load("bell.yaml", []byte(bell), nil)
		require.NoError(t, err)
		m, err := hfsm.New(model, nil)
		require.NoError(t, err)
		ctx, stop := context.WithCancel(t.Context())
		live, err := openGenerated(ctx, n, m)
		require.NoError(t, err)
		ports, err := openPorts(n, m, []GeneratedPort{{0, "open"}, {1, "distance"}}, nil, true)
		require.NoError(t, err)
		const period = 100 * time.Millisecond
		tick := func() { require.NoError(t, ports.tick(n, live, m, n.Clock.Now(), period, false)) }
		start := n.Clock.Now()
		tick()

		bus.Advance(250 * time.Millisecond) // no tick comes
		require.NoError(t, knock.Publish(stdmsgs.String{Data: "knock"}))
		bus.Advance(650 * time.Millisecond)
		synctest.Wait()
		tick()
		require.Equal(t, "quiet", m.Path(), "the bell has rung already")
		quiet := n.Clock.Now()
		bus.Advance(950 * time.Millisecond)
		require.NoError(t, open.Publish(stdmsgs.Bool{Data: true}))
		require.NoError(t, distance.Publish(stdmsgs.Float64{Data: 0.5}))
		bus.Advance(50 * time.Millisecond)
		synctest.Wait()
		tick()
		var rings []time.Duration
		for tr := range m.Trace(1) {
			if tr.Target == "ringing" {
				rings = append(rings, tr.Time)
			}
		}
		require.Equal(t, []time.Duration{300 * time.Millisecond, quiet.Sub(start) + time.Second}, rings)
		stop()
		live.stop(n.Clock.Now())
	})
}
