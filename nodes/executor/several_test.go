package executor

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	"gonao/ros"
)

// states subscribes to where a machine stands.
func (w *world) states(name string) *ros.Subscription[msgs.MachineState] {
	s, err := ros.Subscribe[msgs.MachineState](w.robot, name, ros.Reliable(), ros.TransientLocal(), ros.Depth(100))
	require.NoError(w.t, err)
	return s
}

// lastOf receives all messages of a subscription, and returns the last one and their number.
func lastOf[T any](s *ros.Subscription[T]) (last T, n int) {
	for {
		select {
		case last = <-s.C():
			n++
		default:
			return last, n
		}
	}
}

func TestSeveralMachinesRunEachInItsNamespace(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		w.serveMotion(w.robot)
		cfg := DefaultConfig()
		cfg.Machine, cfg.Machines = "follow_ball", []string{"dance", "arms:=dance"}
		dance, arms := w.states("dance/machine_state"), w.states("arms/machine_state")
		stop := w.start(cfg)
		w.run(9 * time.Second)
		require.Equal(t, "green", w.last.Path, "the machine of the node's own namespace")
		for _, s := range []*ros.Subscription[msgs.MachineState]{dance, arms} {
			m, _ := lastOf(s)
			require.Equal(t, "dance", m.Machine)
			require.Equal(t, "left", m.Path, "ten positions of 0.8 s")
		}
		require.Len(t, w.played, 8)
		require.NoError(t, stop())
		require.NoError(t, w.robot.Close())
	})
}

func TestOneMachineMovesTheHeadAtATime(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		cfg := DefaultConfig()
		cfg.Behavior.Controller = "proportional"
		cfg.Machine, cfg.Machines = w.file("red.yaml", "machine: red\nrate_hz: 50\ninitial: a\nstates: {a: {do: {track: {color: red}}}}\n"), []string{
			"green:=" + w.file("green.yaml", "machine: green\nrate_hz: 50\ninitial: a\nstates: {a: {do: {track: {color: green}}}}\n"),
		}
		stop := w.start(cfg)
		for range 50 {
			w.run(20 * time.Millisecond)
			require.LessOrEqual(t, w.lastHead.YawRate, float32(0), "the red ball is on the right, and its machine was first")
		}
		require.Less(t, w.headCount, 60)
		require.NoError(t, stop())
		require.NoError(t, w.robot.Close())
	})
}

func TestMachinesNeedNamesOfTheirOwn(t *testing.T) {
	for want, machines := range map[string][]string{
		`"dance": another machine is called dance; expected a name of its own, such as second:=dance`: {"dance", "dance"},
		`"my-dance" is not a name of a namespace`:                                                     {"my-dance.yaml"},
		`expected a machine behind :=`:                                                                {"a:="},
	} {
		cfg := DefaultConfig()
		cfg.Machines = machines
		require.ErrorContains(t, cfg.Validate(), "machines: ")
		require.ErrorContains(t, cfg.Validate(), want)
	}
}
