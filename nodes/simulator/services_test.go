package simulator

import (
	"bytes"
	"image"
	"image/jpeg"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	rosgraphmsgs "gonao/msgs/rosgraph_msgs"
	sensormsgs "gonao/msgs/sensor_msgs"
	stdsrvs "gonao/msgs/std_srvs"
	"gonao/nao"
	"gonao/ros"
)

// call calls a service while the robot's client continues: only then physics moves.
func call[Q, A any, PQ ros.Request[Q], PA ros.Message[A]](r *rig, service string, q Q) A {
	r.t.Helper()
	return callNamed[Q, A, PQ, PA](r, "simulator/"+service, q)
}

// callNamed calls a service by its whole name, as call does.
func callNamed[Q, A any, PQ ros.Request[Q], PA ros.Message[A]](r *rig, service string, q Q) A {
	r.t.Helper()
	c, err := ros.NewClient[Q, A, PQ, PA](r.observer, service)
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

// ask calls a service of a world that needs no commands for it.
func ask[Q, A any, PQ ros.Request[Q], PA ros.Message[A]](r *rig, service string, q Q) A {
	r.t.Helper()
	c, err := ros.NewClient[Q, A, PQ, PA](r.observer, "simulator/"+service)
	require.NoError(r.t, err)
	require.NoError(r.t, c.WaitForServer(r.t.Context()))
	a, err := c.Call(r.t.Context(), q)
	require.NoError(r.t, err)
	return a
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

	require.True(t, call[msgs.PressButtonRequest, msgs.PressButtonResponse](r, "press", msgs.PressButtonRequest{Button: "chest", Times: 3}).Success)
	require.Contains(t, call[msgs.PressButtonRequest, msgs.PressButtonResponse](r, "press", msgs.PressButtonRequest{Button: "head_front_"}).Message,
		`press "head_front_": expected chest, head_front, `)
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
		msgs.PullObjectRequest{Object: "Head", To: geometrymsgs.Point{Z: 0.8}, Strength: 100, DurationSec: 30}).Success)
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

func TestThePausedWorldStandsAndCanBeArranged(t *testing.T) {
	r := newRig(t, func(c *Config) {
		c.World = "spl"
		c.Camera.Width, c.Camera.Height = 64, 48
	})
	clock := subscribe[rosgraphmsgs.Clock](t, r.observer, "/clock")
	truth := subscribe[msgs.GroundTruth](t, r.observer, "ground_truth")
	stats := subscribe[msgs.SimulatorStats](t, r.observer, "simulator_stats")
	r.step(20, 0)
	steady := until(t, truth, func(g msgs.GroundTruth) bool { return g.Header.Stamp == r.now() })

	require.True(t, ask[stdsrvs.SetBoolRequest, stdsrvs.SetBoolResponse](r, "pause", stdsrvs.SetBoolRequest{Data: true}).Success)
	until(t, stats, func(s msgs.SimulatorStats) bool { return s.Paused })

	// The ball is put elsewhere, and everybody sees it at the same time.
	require.Equal(t, msgs.PlaceObjectResponse{Success: true}, ask[msgs.PlaceObjectRequest, msgs.PlaceObjectResponse](r, "place",
		msgs.PlaceObjectRequest{Object: "ball", Position: geometrymsgs.Point{X: 1, Y: 2}}))
	ball := slices.Index(steady.Names, "ball")
	moved := until(t, truth, func(g msgs.GroundTruth) bool { return g.Poses[ball] != steady.Poses[ball] })
	require.Equal(t, steady.Header.Stamp, moved.Header.Stamp, "time stands")
	require.InDelta(t, 1, moved.Poses[ball].Position.X, 1e-6)

	// Who comes while it stands sees an image, of the moment at which it stands.
	images := subscribe[sensormsgs.Image](t, r.observer, "camera/top/image_raw")
	require.Equal(t, steady.Header.Stamp, until(t, images, func(sensormsgs.Image) bool { return true }).Header.Stamp)

	small := subscribe[sensormsgs.CompressedImage](t, r.observer, "camera/top/image_raw/compressed")
	jpegImage := until(t, small, func(sensormsgs.CompressedImage) bool { return true })
	require.Equal(t, steady.Header.Stamp, jpegImage.Header.Stamp)
	decoded, err := jpeg.Decode(bytes.NewReader(jpegImage.Data))
	require.NoError(t, err)
	require.Equal(t, image.Rect(0, 0, 64, 48), decoded.Bounds())
	small.Close()
	images.Close()

	// A frame that was commanded already steps the world: the command stays in the socket.
	r.order(0)
	require.True(t, ask[msgs.StepSimulatorRequest, msgs.StepSimulatorResponse](r, "step", msgs.StepSimulatorRequest{}).Success)
	r.read()
	until(t, clock, func(c rosgraphmsgs.Clock) bool { return c.Clock == r.now() })
	for len(clock.C()) > 0 {
		require.Equal(t, r.now(), (<-clock.C()).Clock, "and not further")
	}

	require.True(t, ask[stdsrvs.SetBoolRequest, stdsrvs.SetBoolResponse](r, "pause", stdsrvs.SetBoolRequest{}).Success)
	r.step(20, 0)
	until(t, stats, func(s msgs.SimulatorStats) bool { return !s.Paused })
	until(t, clock, func(c rosgraphmsgs.Clock) bool { return c.Clock == r.now() })
}

func TestTheSpeedIsSetAndPublished(t *testing.T) {
	r := newRig(t, nil)
	stats := subscribe[msgs.SimulatorStats](t, r.observer, "simulator_stats")
	speed := func(x float64) string {
		return call[msgs.SetSimulatorSpeedRequest, msgs.SetSimulatorSpeedResponse](r, "speed", msgs.SetSimulatorSpeedRequest{Speed: x}).Message
	}
	require.Empty(t, speed(10))
	r.step(1, 0)
	until(t, stats, func(s msgs.SimulatorStats) bool { return s.Speed == 10 })
	require.Empty(t, speed(0))
	r.step(1, 0)
	until(t, stats, func(s msgs.SimulatorStats) bool { return s.Speed == 0 })
	require.Contains(t, speed(-1), "expected 0.1 to 10 times real time")
	require.Contains(t, speed(math.NaN()), "expected 0.1 to 10")
	require.Contains(t, call[msgs.StepSimulatorRequest, msgs.StepSimulatorResponse](r, "step", msgs.StepSimulatorRequest{Cycles: 5001}).Message, "at most 5000")

	free := newRig(t, func(c *Config) { c.Lockstep = false })
	a := ask[msgs.SetSimulatorSpeedRequest, msgs.SetSimulatorSpeedResponse](free, "speed", msgs.SetSimulatorSpeedRequest{})
	require.Contains(t, a.Message, "expected the parameter lockstep")
}
