package simulator

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	stdsrvs "gonao/msgs/std_srvs"
	"gonao/nao"
	"gonao/ros"
)

// call calls a service while the robot's client goes on: only then physics moves.
func call[Q, A any, PQ ros.Request[Q], PA ros.Message[A]](r *rig, service string, q Q) A {
	r.t.Helper()
	c, err := ros.NewClient[Q, A, PQ, PA](r.observer, "simulator/"+service)
	require.NoError(r.t, err)
	require.NoError(r.t, c.WaitForServer(r.t.Context()))
	type reply struct {
		answer A
		err    error
	}
	answers := make(chan reply, 1)
	go func() {
		a, err := c.Call(r.t.Context(), q)
		answers <- reply{a, err}
	}()
	for {
		select {
		case a := <-answers:
			require.NoError(r.t, a.err)
			return a.answer
		case <-time.After(time.Millisecond):
			r.step(1, 0)
		}
	}
}

func TestServicesPushPullAndPlace(t *testing.T) {
	r := newRig(t, func(c *Config) { c.World = "spl" })
	truth := subscribe[msgs.GroundTruth](t, r.observer, "ground_truth")
	where := func(name string) geometrymsgs.Pose {
		r.step(1, 0)
		now := r.now()
		g := until(t, truth, func(g msgs.GroundTruth) bool { return g.Header.Stamp == now })
		for i, n := range g.Names {
			if n == name {
				return g.Poses[i]
			}
		}
		t.Fatal("no ", name)
		return geometrymsgs.Pose{}
	}
	r.step(20, 0)

	require.Equal(t, msgs.PlaceObjectResponse{Success: true}, call[msgs.PlaceObjectRequest, msgs.PlaceObjectResponse](r, "place",
		msgs.PlaceObjectRequest{Position: geometrymsgs.Point{X: 1, Y: 2}, Yaw: math.Pi / 2}))
	at := where("torso")
	require.InDelta(t, 1, at.Position.X, 0.02)
	require.InDelta(t, 2, at.Position.Y, 0.02)

	require.Equal(t, msgs.PlaceObjectResponse{Success: true}, call[msgs.PlaceObjectRequest, msgs.PlaceObjectResponse](r, "place",
		msgs.PlaceObjectRequest{Object: "ball", Position: geometrymsgs.Point{X: 0.5, Y: 0.1}, Frame: "robot"}))
	at = where("ball")
	require.InDelta(t, 1-0.1, at.Position.X, 0.02, "the robot looks along y")
	require.InDelta(t, 2.5, at.Position.Y, 0.02)

	require.True(t, call[msgs.PushObjectRequest, msgs.PushObjectResponse](r, "push",
		msgs.PushObjectRequest{Object: "ball", Impulse: geometrymsgs.Vector3{X: 0.09}}).Success)
	r.step(50, 0)
	require.Greater(t, where("ball").Position.Y, 2.9, "forward from the robot")

	require.True(t, call[msgs.PullObjectRequest, msgs.PullObjectResponse](r, "pull",
		msgs.PullObjectRequest{Object: "Head", To: geometrymsgs.Point{Z: 0.8}, Strength: 100, DurationSec: 1.5}).Success)
	r.step(80, 0)
	require.Greater(t, where("torso").Position.Z, 0.45)
	require.Less(t, r.sensors.FSR[nao.LFrontLeft], float32(0.1), "kg: its feet are in the air")

	require.Equal(t, stdsrvs.TriggerResponse{Success: true}, call[stdsrvs.TriggerRequest, stdsrvs.TriggerResponse](r, "reset", stdsrvs.TriggerRequest{}))
	at = where("torso")
	require.InDelta(t, 0, at.Position.X, 0.02)
	require.InDelta(t, 0.32, at.Position.Z, 0.02)

	for _, row := range []struct {
		q    msgs.PlaceObjectRequest
		says string
	}{
		{msgs.PlaceObjectRequest{Object: "cup"}, `place: object "cup": no such object (there are robot, torso, `},
		{msgs.PlaceObjectRequest{Frame: "moon"}, `place: frame "moon": expected world or robot`},
		{msgs.PlaceObjectRequest{Posture: "yoga"}, `posture "yoga": expected stand, crouch or keep`},
		{msgs.PlaceObjectRequest{Lie: "head"}, "expected one of [upright front back left right]"},
		{msgs.PlaceObjectRequest{Position: geometrymsgs.Point{X: math.NaN()}}, "expected numbers"},
	} {
		a := call[msgs.PlaceObjectRequest, msgs.PlaceObjectResponse](r, "place", row.q)
		require.False(t, a.Success)
		require.Contains(t, a.Message, row.says)
	}
	bad := call[msgs.PushObjectRequest, msgs.PushObjectResponse](r, "push", msgs.PushObjectRequest{DurationSec: -1})
	require.Contains(t, bad.Message, "push: for -1 s: expected 0 to 3600")
}
