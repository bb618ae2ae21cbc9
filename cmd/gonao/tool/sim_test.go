package tool_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/tooltest"
	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	stdsrvs "gonao/msgs/std_srvs"
	"gonao/ros"
)

func TestSimReachesIntoTheOnlySimulator(t *testing.T) {
	g := tooltest.New(t)
	var pushed msgs.PushObjectRequest
	var pulled msgs.PullObjectRequest
	var placed msgs.PlaceObjectRequest
	resets := 0
	_, err := ros.Serve(g.Node, "simulator/push", func(_ context.Context, q msgs.PushObjectRequest) (msgs.PushObjectResponse, error) {
		pushed = q
		return msgs.PushObjectResponse{Success: q.Object != "cup", Message: `object "cup": no such object (there are robot, ball)`}, nil
	})
	require.NoError(t, err)
	_, err = ros.Serve(g.Node, "simulator/pull", func(_ context.Context, q msgs.PullObjectRequest) (msgs.PullObjectResponse, error) {
		pulled = q
		return msgs.PullObjectResponse{Success: true}, nil
	})
	require.NoError(t, err)
	_, err = ros.Serve(g.Node, "simulator/place", func(_ context.Context, q msgs.PlaceObjectRequest) (msgs.PlaceObjectResponse, error) {
		placed = q
		return msgs.PlaceObjectResponse{Success: true}, nil
	})
	require.NoError(t, err)
	_, err = ros.Serve(g.Node, "simulator/reset", func(context.Context, stdsrvs.TriggerRequest) (stdsrvs.TriggerResponse, error) {
		resets++
		return stdsrvs.TriggerResponse{Success: true}, nil
	})
	require.NoError(t, err)

	_, err = g.Gonao("sim", "push", "1.5", "90")
	require.NoError(t, err)
	require.Equal(t, "robot", pushed.Object)
	require.InDelta(t, 1.5, pushed.Impulse.Y, 1e-12)
	require.InDelta(t, 0, pushed.Impulse.X, 1e-12)
	require.InDelta(t, 0.1, pushed.DurationSec, 0)

	_, err = g.Gonao("sim", "pull", "0", "0", "0.8", "--strength", "90", "--robot", "nao1")
	require.NoError(t, err)
	require.Equal(t, msgs.PullObjectRequest{Object: "Head", To: geometrymsgs.Point{Z: 0.8}, Frame: "robot", Strength: 90, DurationSec: 3}, pulled)

	_, err = g.Gonao("sim", "place", "ball", "2", "-1", "--velocity=-1.2,0.5")
	require.NoError(t, err)
	require.Equal(t, msgs.PlaceObjectRequest{
		Object: "ball", Position: geometrymsgs.Point{X: 2, Y: -1}, Frame: "world",
		Lie: "upright", Posture: "stand", Velocity: geometrymsgs.Vector3{X: -1.2, Y: 0.5},
	}, placed)

	_, err = g.Gonao("sim", "reset")
	require.NoError(t, err)
	require.Equal(t, 1, resets)

	var paused []bool
	_, err = ros.Serve(g.Node, "simulator/pause", func(_ context.Context, q stdsrvs.SetBoolRequest) (stdsrvs.SetBoolResponse, error) {
		paused = append(paused, q.Data)
		return stdsrvs.SetBoolResponse{Success: true}, nil
	})
	require.NoError(t, err)
	var steps []uint32
	_, err = ros.Serve(g.Node, "simulator/step", func(_ context.Context, q msgs.StepSimulatorRequest) (msgs.StepSimulatorResponse, error) {
		steps = append(steps, q.Cycles)
		return msgs.StepSimulatorResponse{Success: true}, nil
	})
	require.NoError(t, err)
	speed := 0.0
	_, err = ros.Serve(g.Node, "simulator/speed", func(_ context.Context, q msgs.SetSimulatorSpeedRequest) (msgs.SetSimulatorSpeedResponse, error) {
		speed = q.Speed
		return msgs.SetSimulatorSpeedResponse{Success: q.Speed <= 10, Message: "too fast"}, nil
	})
	require.NoError(t, err)
	for _, args := range [][]string{{"pause"}, {"step"}, {"step", "25"}, {"resume"}, {"speed", "0.5"}} {
		_, err = g.Gonao(append([]string{"sim"}, args...)...)
		require.NoError(t, err)
	}
	require.Equal(t, []bool{true, false}, paused)
	require.Equal(t, []uint32{1, 25}, steps)
	require.InDelta(t, 0.5, speed, 0)

	for _, row := range []struct {
		args []string
		says string
	}{
		{[]string{"push", "1", "0", "--object", "cup"}, `object "cup": no such object (there are robot, ball)`},
		{[]string{"push", "much", "0"}, `impulse "much": expected a number`},
		{[]string{"push", "NaN", "0"}, `impulse "NaN": expected a number`},
		{[]string{"step", "none"}, `CYCLES "none": expected a number, 1 or more`},
		{[]string{"speed", "11"}, "too fast"},
		{[]string{"place", "ball", "0", "zero"}, `y "zero": expected a number`},
		{[]string{"place", "ball", "0", "0", "--velocity", "1"}, "expected VX,VY"},
		{[]string{"reset", "--robot", "nao7", "--timeout", "10ms"}, `no simulator found in "/nao7" within 10ms`},
	} {
		_, err = g.Gonao(append([]string{"sim"}, row.args...)...)
		require.ErrorContains(t, err, row.says)
	}
}

func TestAMissingSimulatorIsNamedWithItsNamespaceOnly(t *testing.T) {
	_, err := tooltest.New(t).Gonao("sim", "reset", "--timeout", "10ms")
	require.ErrorContains(t, err, "no simulator found within 10ms: start one with gonao launch sim.launch.yaml")
}
