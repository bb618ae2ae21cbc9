package physics

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/motion"
	"gonao/motion/kick"
	"gonao/nao"
	"gonao/nao/preset"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
	"gonao/sim"
	"gonao/sim/kinematic"
)

// stage returns n robots in physics, placed at poses.
func stage(t *testing.T, poses ...plane.Pose) *World {
	t.Helper()
	figures, err := preset.Load("nao")
	require.NoError(t, err)
	f, err := field.Load("spl")
	require.NoError(t, err)
	p, err := kinematic.New(figures, f, len(poses), 1)
	require.NoError(t, err)
	cfg := Config{World: "spl", Profile: sim.Ideal, Seed: 1, Motion: motion.DefaultConfig()}
	for i := range poses {
		cfg.Robots = append(cfg.Robots, Robot{Name: "red" + string(rune('1'+i)), Color: "red", Number: i + 1})
	}
	w, err := New(cfg, p)
	require.NoError(t, err)
	t.Cleanup(w.Close)
	require.NoError(t, w.PlaceBall(3, 2))
	for i, at := range poses {
		require.NoError(t, w.Place(i, at))
	}
	run(t, w, 2*time.Second, nil)
	return w
}

// run steps for a time, or until done returns true.
func run(t *testing.T, w *World, d time.Duration, done func() bool) bool {
	t.Helper()
	for end := w.Plane.Now + d; w.Plane.Now < end; {
		require.NoError(t, w.Step(nao.CyclePeriod))
		if done != nil && done() {
			return true
		}
	}
	return false
}

func TestARobotWalksAsItIsAskedAndItsOdometryFollows(t *testing.T) {
	at := plane.Pose{X: -1, Y: 0.5, Theta: math.Pi / 2}
	w := stage(t, at)
	r := &w.Plane.Robots[0]
	require.InDelta(t, 0, r.Pose.Distance(at), 0.05, "it stands where it was placed")
	require.False(t, r.Walking())
	from := r.Odometry
	require.NoError(t, w.Mover(0).SetVelocity(motion.Velocity{X: 0.2}))
	require.NoError(t, w.Mover(0).SetHead(nao.HeadCommand{Yaw: 0.6}))
	run(t, w, 4*time.Second, nil)
	require.True(t, r.Walking())
	require.Greater(t, r.Pose.Y, 0.5+0.5, "it walks along the world's y")
	require.InDelta(t, 0.2, r.VX, 0.08)
	require.InDelta(t, 0.6, r.HeadYaw, 0.1)
	require.InDelta(t, r.Pose.Distance(at), r.Odometry.Distance(from), 0.1)
	before := r.Odometry
	require.NoError(t, w.Place(0, plane.Pose{X: 2, Y: -1}))
	o := w.Mover(0).Odometry()
	after := plane.Pose{X: o.X, Y: o.Y, Theta: o.Yaw}
	require.Equal(t, before, after, "the odometry does not count being carried")
}

// Getting up turns a robot by up to 50°, which its odometry must know: on the way a yaw angle has no meaning, and localization would begin on another
// line.
func TestTheOdometryKnowsHowAFallAndAGetUpTurnedTheRobot(t *testing.T) {
	for _, degrees := range []float64{72, 234} {
		w := stage(t, plane.Pose{Theta: 0.3})
		r := &w.Plane.Robots[0]
		from, odometry := r.Pose, r.Odometry
		sin, cos := math.Sincos(degrees * math.Pi / 180)
		require.NoError(t, w.Simulator().PushObject("red1", r3.Vec{X: 3.2 * cos, Y: 3.2 * sin}, 100*time.Millisecond))
		require.True(t, run(t, w, 6*time.Second, func() bool { return r.Posture == kinematic.Fallen }))
		require.True(t, run(t, w, 40*time.Second, func() bool { return r.Posture == kinematic.Upright }))
		turned := plane.Angle(r.Pose.Theta - from.Theta)
		require.Greater(t, math.Abs(turned), 0.25)
		require.InDelta(t, turned, plane.Angle(r.Odometry.Theta-odometry.Theta), 0.08)
	}
}

func TestAKickMovesTheBallAndIsAttributed(t *testing.T) {
	w := stage(t, plane.Pose{})
	require.NoError(t, w.PlaceBall(0.175, 0.07))
	r := &w.Plane.Robots[0]
	_, err := w.Mover(0).Kick(motion.KickRequest{Foot: kick.LeftFoot, BallX: 0.175, BallY: 0.07})
	require.NoError(t, err)
	kicked, busy := 0, false
	run(t, w, 8*time.Second, func() bool {
		busy = busy || r.Posture == kinematic.Kicking
		for _, c := range w.Plane.Contacts {
			if c.Kind == kinematic.Kicked {
				require.Equal(t, 0, c.A)
				require.False(t, c.Arm)
				kicked++
			}
		}
		return false
	})
	require.True(t, busy)
	require.Positive(t, kicked)
	require.Greater(t, w.Plane.Ball.X, 1.5)
	require.Equal(t, kinematic.Upright, r.Posture, "an order is done once")
}

func TestRobotsHearMeetAndFellEachOther(t *testing.T) {
	w := stage(t, plane.Pose{}, plane.Pose{X: 0.6, Theta: math.Pi})
	a, b := &w.Plane.Robots[0], &w.Plane.Robots[1]
	require.InDelta(t, 0.5, min(a.Sonar[0], a.Sonar[1]), 0.15, "each hears the other")
	require.InDelta(t, 0.5, min(b.Sonar[0], b.Sonar[1]), 0.15)
	require.NoError(t, w.Mover(0).SetVelocity(motion.Velocity{X: 0.35}))
	met, upset := false, false
	fell := run(t, w, 20*time.Second, func() bool {
		for _, c := range w.Plane.Contacts {
			if c.B >= 0 {
				met = true
				require.Equal(t, [2]int{0, 1}, [2]int{min(c.A, c.B), max(c.A, c.B)})
				upset = upset || c.Upset
			}
		}
		return a.Posture == kinematic.Fallen || b.Posture == kinematic.Fallen
	})
	require.True(t, met)
	require.True(t, fell, "a robot that walks into another one makes one of them fall")
	require.True(t, run(t, w, 20*time.Second, func() bool { return a.Posture == kinematic.GettingUp || b.Posture == kinematic.GettingUp }),
		"who fell gets up")
	t.Logf("upset before the fall: %v", upset)
}

func TestRobotsAndBallAreNotPlacedIntoEachOther(t *testing.T) {
	w := stage(t, plane.Pose{}, plane.Pose{X: 1})
	require.NoError(t, w.Place(1, plane.Pose{X: 0.1}))
	require.GreaterOrEqual(t, w.bodies[0].at.Distance(w.bodies[1].at), farFromOthers)
	require.NoError(t, w.PlaceBall(0, 0))
	b := &w.Plane.Ball
	require.GreaterOrEqual(t, math.Hypot(b.X, b.Y), 0.15)
	run(t, w, time.Second, nil)
	require.Zero(t, w.Plane.Ball.Speed(), "nothing pushes it")
	require.NoError(t, w.Remove(1))
	require.True(t, w.Plane.Robots[1].Away)
	require.Greater(t, w.bodies[1].at.Y, w.Plane.Field.Width/2+w.Plane.Field.Border, "it stands off the carpet")
}

func TestWhatIsWrongIsNamed(t *testing.T) {
	p, err := kinematic.New(&preset.Preset{}, field.Field{}, 1, 1)
	require.NoError(t, err)
	_, err = New(Config{World: "empty", Motion: motion.DefaultConfig()}, p)
	require.ErrorContains(t, err, "world empty: expected one with a field and a ball")
	_, err = New(Config{World: "nowhere", Motion: motion.DefaultConfig()}, p)
	require.ErrorContains(t, err, "nowhere")
	w := stage(t, plane.Pose{})
	require.ErrorIs(t, w.Step(time.Millisecond), errCycle)
}

func TestACycleDoesNotAllocate(t *testing.T) {
	w := stage(t, plane.Pose{}, plane.Pose{X: 1})
	require.NoError(t, w.Mover(0).SetVelocity(motion.Velocity{X: 0.2}))
	run(t, w, time.Second, nil)
	require.Zero(t, testing.AllocsPerRun(50, func() { _ = w.Step(nao.CyclePeriod) }))
}
