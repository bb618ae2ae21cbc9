package sim

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
)

// momentum returns the robot's momentum, kg m/s: the speed of its centre of mass over
// a cycle in the air.
func momentum(t *testing.T, s *Simulation) r3.Vec {
	at := func() r3.Vec {
		com := s.data.SubtreeCom[3*s.body.limbs.torso:]
		return r3.Vec{X: com[0], Y: com[1], Z: com[2]}
	}
	before := at()
	step(t, s, stand(), 1)
	return r3.Scale(nao.TotalMass()/nao.CyclePeriod.Seconds(), r3.Sub(at(), before))
}

func TestAPushIsMomentumWhereverItHits(t *testing.T) {
	for _, object := range []string{"robot", "torso", "Head", "l_wrist"} {
		s := simulate(t, "empty", exact)
		s.model.Gravity()[2] = 0
		posture := nao.StandPosture()
		require.NoError(t, s.PlaceRobot(nao.Translation(r3.Vec{Z: 2}), &posture))
		step(t, s, stand(), 2)
		impulse := r3.Vec{X: 0.3, Y: -0.2, Z: 0.1}
		require.NoError(t, s.PushObject(object, impulse, 30*time.Millisecond))
		step(t, s, stand(), 4)
		require.InDelta(t, 0, r3.Norm(r3.Sub(impulse, momentum(t, s))), 0.01, object)
	}
	s := simulate(t, "spl", exact)
	require.NoError(t, s.PushObject("ball", r3.Vec{X: 0.045}, 0))
	step(t, s, stand(), 1)
	at := s.freeDof(t, "ball")
	require.InDelta(t, 1, s.data.QVel[at]+2.0/3*0.05*s.data.QVel[at+4], 0.02, "it slides and begins to roll")
}

func TestWrongPushesAndPullsAreRefusedAndSayWhatThereIs(t *testing.T) {
	s := simulate(t, "spl")
	up := r3.Vec{Z: 1}
	for _, row := range []struct {
		err  error
		says string
	}{
		{s.PushObject("bal", up, 0), `push: object "bal": no such object (there are robot, torso, Neck, Head, `},
		{s.PushObject("ball_red", up, 0), `object "ball_red" hangs on a carrier`},
		{s.PushObject("ball", r3.Vec{X: math.NaN()}, 0), "push ball: (NaN, 0, 0) N s: expected numbers"},
		{s.PushObject("ball", up, -1), "push ball: for -1ns: expected 0 to 1h0m0s"},
		{s.Pull("ball", up, 0, 1), "pull ball: with 0 N: expected more than 0, 1000 at most"},
		{s.Pull("ball", r3.Vec{X: 1e9}, 1, 1), "expected a point within 100 m"},
		{s.Pull("cup", up, 1, 1), `pull: object "cup": no such object`},
		{s.PlaceBall("ball_red", up), `place: object "ball_red" hangs on a carrier`},
		{s.PlaceBall("Head", up), `place ball "Head": it is a part of the robot`},
		{s.PlaceBall("ball", r3.Vec{X: math.Inf(1)}), "place ball: at (+Inf, 0, 0) m"},
		{s.Place(Placement{Lie: "head"}), `lie "head": expected one of [upright front back left right]`},
		{s.Place(Placement{Yaw: math.NaN()}), "expected numbers"},
		{s.Place(Placement{Posture: nao.Joints{nao.LKneePitch: math.NaN()}}), "LKneePitch at NaN"},
	} {
		require.ErrorContains(t, row.err, row.says)
	}
	held := simulate(t, "empty", func(c *Config) { c.Fixed = true })
	require.ErrorContains(t, held.Push(up, 0), "the torso is held")
	require.ErrorContains(t, held.Place(Placement{}), "the torso is held")
}

func TestSomePushesLastAtATimeAndNoMore(t *testing.T) {
	s := simulate(t, "spl")
	for range 3 { // one on a body replaces the last
		for _, object := range s.Objects()[1 : 1+forcesPerRobot] {
			require.NoError(t, s.PushObject(object, r3.Vec{X: 0.001}, time.Second))
		}
	}
	require.ErrorContains(t, s.PushObject("ball", r3.Vec{X: 0.001}, time.Second), "8 others still last")
	step(t, s, stand(), seconds(1.1))
	require.NoError(t, s.PushObject("ball", r3.Vec{X: 0.001}, time.Second))
	command := stand()
	require.NoError(t, s.Pull("Head", r3.Vec{Z: 0.5}, 10, time.Second))
	require.Zero(t, testing.AllocsPerRun(20, func() {
		if err := s.Step(command); err != nil {
			t.Error(err)
		}
	}), "forces cost no memory")
}

func TestARobotIsPutDownAtRestWithItsPosture(t *testing.T) {
	s := simulate(t, "empty", exact)
	step(t, s, stand(), 20)
	crouched := nao.CrouchPosture()
	require.NoError(t, s.Place(Placement{X: 1, Y: -2, Yaw: 1, Posture: crouched}))
	require.InDelta(t, 0, lowest(s.model, s.data, ""), 1e-9)
	idle := &nao.Command{Position: nao.Joints{nao.HeadYaw: math.NaN()}}
	for j := range idle.Position { // no numbers: the last command holds
		idle.Position[j], idle.Stiffness[j] = math.NaN(), math.NaN()
	}
	step(t, s, idle, seconds(1))
	var truth Truth
	var state nao.State
	s.Truth(&truth)
	s.State(&state)
	require.InDelta(t, 1, truth.Torso.P.X, 0.03)
	require.InDelta(t, -2, truth.Torso.P.Y, 0.03)
	_, _, yaw := truth.Torso.RollPitchYaw()
	require.InDelta(t, 1, yaw, 0.03)
	require.InDelta(t, crouched[nao.LKneePitch], state.Position[nao.LKneePitch], 0.05)
	require.Equal(t, time.Duration(20+seconds(1))*nao.CyclePeriod, s.Time())
}

func TestABallRollsAsItWasPutDown(t *testing.T) {
	s := simulate(t, "spl", exact)
	require.NoError(t, s.RollBall("ball", r3.Vec{X: 1, Y: 1}, r3.Vec{X: -0.6, Y: 0.8}))
	step(t, s, stand(), seconds(1))
	var truth Truth
	s.Truth(&truth)
	travelled := r3.Sub(truth.Balls[2].P, r3.Vec{X: 1, Y: 1, Z: 0.05})
	require.InDelta(t, 1-0.5*0.32, r3.Norm(travelled), 0.02)
	require.InDelta(t, -0.6, travelled.X/r3.Norm(travelled), 0.01)
}

func TestRestartPutsAllBackWhileTimeGoesOn(t *testing.T) {
	s := simulate(t, "spl", exact)
	first := s.data.QPos
	fresh := append([]float64(nil), first...)
	require.NoError(t, s.RollBall("ball", r3.Vec{X: 1, Y: 1}, r3.Vec{X: 1}))
	step(t, s, &nao.Command{}, seconds(1))
	require.NotEqual(t, fresh, first)
	require.NoError(t, s.Restart())
	require.Equal(t, fresh, first)
	var state nao.State
	s.State(&state)
	require.Equal(t, time.Duration(seconds(1))*nao.CyclePeriod, state.Time)
	step(t, s, stand(), 1)
	s.State(&state)
	require.Equal(t, time.Duration(seconds(1)+1)*nao.CyclePeriod, state.Time)
	require.Equal(t, uint64(seconds(1)+1), state.Cycle)
}
