package bodytopics

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/convert"
	"gonao/nao"
	"gonao/nao/body"
	"gonao/ros"
	"gonao/ros/inproc"
)

var startTime = time.Unix(0, 0)

// idle is a driver whose robot follows nobody.
type idle struct{ body.Driver }

func (idle) Stats() body.Stats { return body.Stats{} }

func TestVelocityIsTheChangeOverTheCycles(t *testing.T) {
	n, err := ros.NewNode(context.Background(), inproc.NewBus(), "nao_driver", ros.NodeOptions{})
	require.NoError(t, err)
	defer n.Close()
	f, err := newFastTopics(n, "nao2/")
	require.NoError(t, err)
	for _, row := range []struct {
		name  string
		cycle uint64
		at    time.Duration
		angle float64
		want  float64 // rad/s
	}{
		{"the first state", 7, 84 * time.Millisecond, 1, 0},
		{"a cycle later", 8, 96 * time.Millisecond, 1.006, 0.5},
		{"one was missed, and this one is late", 10, 125 * time.Millisecond, 0.994, -0.5},
		{"the robot was away", 11, 10 * time.Second, 0.2, 0},
		{"it goes on", 12, 10*time.Second + 12*time.Millisecond, 0.212, 1},
		{"the simulation began anew", 13, 12 * time.Millisecond, 1, 0},
	} {
		state := nao.State{Cycle: row.cycle, Position: nao.Joints{nao.LHipYawPitch: row.angle}}
		require.NoError(t, f.publish(ros.Stamp(time.Unix(0, 0).Add(row.at)), &state))
		require.InDelta(t, row.want, f.velocity[nao.LHipYawPitch], 1e-9, row.name)
		require.InDelta(t, row.want, f.velocity[25], 1e-9, row.name)
		require.InDelta(t, row.angle, f.position[25], 0, row.name)
	}
}

func TestTheEndDoesNotWaitForACommander(t *testing.T) {
	n, err := ros.NewNode(context.Background(), inproc.NewBus(), "nao_driver", ros.NodeOptions{})
	require.NoError(t, err)
	defer n.Close()
	ctx, end := context.WithCancel(t.Context())
	l, err := newCommander(ctx, n, idle{}, "")
	require.NoError(t, err)
	answered := make(chan bool)
	go func() { answered <- l.Command(1, time.Hour, new(nao.Command)) }()
	end() // in lockstep a commander may take long, and now it has ended too
	select {
	case got := <-answered:
		require.False(t, got)
	case <-time.After(2 * time.Minute):
		require.Fail(t, "it still waits")
	}
}

func TestTheCommanderAllocatesNothing(t *testing.T) {
	bus := inproc.NewBus()
	n, err := ros.NewNode(context.Background(), bus, "nao_driver", ros.NodeOptions{})
	require.NoError(t, err)
	defer n.Close()
	l, err := newCommander(t.Context(), n, idle{}, "")
	require.NoError(t, err)
	state, cmd := nao.State{Cycle: 1}, nao.Command{}
	// Many runs: the node looks at the graph during that time, in a goroutine of its own.
	require.Zero(t, testing.AllocsPerRun(2000, func() {
		l.Observe(&state)
		l.Command(state.Cycle, time.Microsecond, &cmd)
		state.Cycle++
	}))
	require.Zero(t, testing.AllocsPerRun(100, func() {
		_ = convert.RobotState(ros.Stamp(bus.Clock().Now()), &state)
		_ = imu(ros.Stamp(bus.Clock().Now()), "", &state)
	}))
}
