package gazebobridge

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/gazebo_bridge/gztest"
	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	stdsrvs "gonao/msgs/std_srvs"
	"gonao/nao"
	"gonao/ros"
)

// call returns the message of a service's answer, empty for success, while the robot's cycle continues.
func call[Q, A any](b *bench, c *ros.Client[Q, A], q Q, text func(A) string) string {
	b.t.Helper()
	answers := make(chan string, 1)
	go func() {
		a, err := c.Call(b.t.Context(), q)
		if err != nil {
			answers <- err.Error()
			return
		}
		answers <- text(a)
	}()
	b.until("the answer", func(*msgs.RobotState) bool { return len(answers) > 0 })
	return <-answers
}

// worldServices are the clients of the services that change the world.
type worldServices struct {
	*bench
	places *ros.Client[msgs.PlaceObjectRequest, msgs.PlaceObjectResponse]
	pushes *ros.Client[msgs.PushObjectRequest, msgs.PushObjectResponse]
	pulls  *ros.Client[msgs.PullObjectRequest, msgs.PullObjectResponse]
	resets *ros.Client[stdsrvs.TriggerRequest, stdsrvs.TriggerResponse]
}

func newWorldServices(t *testing.T, o gztest.Options) worldServices {
	t.Helper()
	h := worldServices{bench: newBench(t, o)}
	var errs [4]error
	h.places, errs[0] = ros.NewClient[msgs.PlaceObjectRequest, msgs.PlaceObjectResponse](h.tester, "simulator/place")
	h.pushes, errs[1] = ros.NewClient[msgs.PushObjectRequest, msgs.PushObjectResponse](h.tester, "simulator/push")
	h.pulls, errs[2] = ros.NewClient[msgs.PullObjectRequest, msgs.PullObjectResponse](h.tester, "simulator/pull")
	h.resets, errs[3] = ros.NewClient[stdsrvs.TriggerRequest, stdsrvs.TriggerResponse](h.tester, "simulator/reset")
	for _, err := range errs {
		require.NoError(t, err)
	}
	truths, err := ros.Subscribe[msgs.GroundTruth](h.tester, "ground_truth", ros.SensorData(), ros.Depth(1))
	require.NoError(t, err)
	h.until("the truth", func(*msgs.RobotState) bool { return len(truths.C()) > 0 })
	return h
}

func (h worldServices) place(q msgs.PlaceObjectRequest) string {
	return call(h.bench, h.places, q, func(a msgs.PlaceObjectResponse) string { return a.Message })
}

func (h worldServices) push(q msgs.PushObjectRequest) string {
	return call(h.bench, h.pushes, q, func(a msgs.PushObjectResponse) string { return a.Message })
}

func (h worldServices) pull(q msgs.PullObjectRequest) string {
	return call(h.bench, h.pulls, q, func(a msgs.PullObjectResponse) string { return a.Message })
}

func TestThingsArePlacedAndPutBack(t *testing.T) {
	h := newWorldServices(t, gztest.Options{Balls: []string{"ball"}})
	require.Empty(t, h.place(msgs.PlaceObjectRequest{Position: geometrymsgs.Point{X: 1, Y: 2}, Yaw: 0.5, Posture: "crouch"}))
	h.until("it is there", func(*msgs.RobotState) bool { return math.Abs(h.world.Pose("nao").GetPosition().GetX()-1) < 1e-9 })
	crouch := nao.CrouchPosture()
	require.InDelta(t, -nao.SoleInTorso(nao.LeftLeg, &crouch).P.Z, h.world.Pose("nao").GetPosition().GetZ(), 1e-9, "on its soles")
	require.Empty(t, h.place(msgs.PlaceObjectRequest{Object: "ball", Position: geometrymsgs.Point{X: 3, Z: 0.05}}))
	h.until("and the ball", func(*msgs.RobotState) bool { return math.Abs(h.world.Pose("ball").GetPosition().GetX()-3) < 1e-9 })
	require.Empty(t, h.place(msgs.PlaceObjectRequest{Lie: "back", Posture: "keep"}))
	h.until("it lies", func(*msgs.RobotState) bool { return math.Abs(h.world.Pose("nao").GetPosition().GetZ()-0.2) < 1e-9 })

	require.Empty(t, call(h.bench, h.resets, stdsrvs.TriggerRequest{}, func(a stdsrvs.TriggerResponse) string { return a.Message }))
	h.until("all is back", func(*msgs.RobotState) bool {
		return h.world.Pose("nao").GetPosition().GetX() == 0 && h.world.Pose("ball").GetPosition().GetX() == 0
	})
	stand := nao.StandPosture()
	require.InDelta(t, -nao.SoleInTorso(nao.LeftLeg, &stand).P.Z, h.world.Pose("nao").GetPosition().GetZ(), 1e-9)
	knee, _ := h.world.Joint(nao.LKneePitch.String())
	require.InDelta(t, stand[nao.LKneePitch], knee, 1e-6)
}

func TestWhatCannotBePlacedIsRefused(t *testing.T) {
	h := newWorldServices(t, gztest.Options{Balls: []string{"ball"}})
	for want, q := range map[string]msgs.PlaceObjectRequest{
		"there are [ball robot]":         {Object: "cat"},
		"expected stand, crouch or keep": {Posture: "sit"},
		"expected upright, front":        {Lie: "head"},
		"expected world or robot":        {Frame: "moon"},
		"at rest":                        {Object: "ball", Velocity: geometrymsgs.Vector3{X: 1}},
		"yaw: expected a number":         {Yaw: math.NaN()},
		"position: expected numbers":     {Position: geometrymsgs.Point{X: math.Inf(1)}},
	} {
		require.Contains(t, h.place(q), want)
	}
	require.Zero(t, h.world.Pose("nao").GetPosition().GetX())
}

func TestAPushIsItsImpulse(t *testing.T) {
	h := newWorldServices(t, gztest.Options{})
	require.Empty(t, h.push(msgs.PushObjectRequest{Impulse: geometrymsgs.Vector3{X: 1}, Frame: "world", DurationSec: 0.024}))
	h.until("the push", func(*msgs.RobotState) bool { return len(h.world.Pushes()) >= 2 })
	sum := 0.0
	for _, p := range h.world.Pushes() {
		require.Equal(t, nao.LinkTorso, p.Link)
		sum += p.Wrench.GetForce().GetX() * 0.004
	}
	require.InDelta(t, 1, sum, 1e-9, "step by step")
	for want, q := range map[string]msgs.PushObjectRequest{
		"expected robot or one of its links": {Object: "ball"},
		"expected 0 to 3600":                 {DurationSec: -1},
		"expected 1000 at most":              {Impulse: geometrymsgs.Vector3{Z: math.NaN()}},
	} {
		require.Contains(t, h.push(q), want)
	}
}

func TestAPullDrawsALinkWithItsStrengthAndNoMore(t *testing.T) {
	h := newWorldServices(t, gztest.Options{})
	require.Empty(t, h.pull(msgs.PullObjectRequest{Object: "Head", To: geometrymsgs.Point{Z: 2}, Strength: 30, DurationSec: 0.036}))
	h.until("the pull", func(*msgs.RobotState) bool { return len(h.world.Pushes()) >= 3 })
	h.until("it lets go", func(*msgs.RobotState) bool { return true })
	pushes := h.world.Pushes()
	require.Len(t, pushes, 3)
	for _, p := range pushes {
		require.Equal(t, nao.LinkHead, p.Link)
		require.InDelta(t, 30*3, p.Wrench.GetForce().GetZ(), 1, "in one of three steps")
	}
	require.Contains(t, h.pull(msgs.PullObjectRequest{Strength: -1}), "expected more than 0")
	require.Contains(t, h.pull(msgs.PullObjectRequest{Strength: 1, To: geometrymsgs.Point{X: 1e9}}), "within 100 m")
}
