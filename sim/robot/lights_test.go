package robot

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/sim"
)

var (
	red   = nao.Color{R: 1}
	green = nao.Color{G: 1}
	white = nao.Color{R: 1, G: 1, B: 1}
)

// step runs a robot for a simulated time.
func step(t *testing.T, r *Robot, d time.Duration) {
	t.Helper()
	require.NoError(t, r.Run(t.Context(), d))
}

func TestTheLEDsShowBallRoleAndGame(t *testing.T) {
	r, err := New(small("follow_and_dance"))
	require.NoError(t, err)
	t.Cleanup(r.Close)
	require.NoError(t, r.RunMachine(t.Context(), time.Second))
	ball := r.Lights()
	require.Equal(t, green, ball.Color(nao.LeftEyeLED), "a ball is in view")
	require.Equal(t, nao.Color{}, ball.Color(nao.RightEyeLED))

	require.NoError(t, r.SetRole("striker"))
	require.EqualError(t, r.SetRole("strikr"), `robot: role "strikr": no such role (did you mean "striker"?); expected striker, supporter, defender, keeper, or nothing`)
	r.SetGame(Game{Phase: 3, TeamColor: 1, KickOff: true})
	step(t, r, 300*time.Millisecond)
	l := r.Lights()
	require.Equal(t, white, l.Color(nao.RightEyeLED))
	require.Equal(t, green, l.Chest, "playing")
	require.Equal(t, red, l.LeftFoot, "the team's colour")
	require.Equal(t, white, l.RightFoot, "kick-off")

	r.SetGame(Game{Phase: 3, TeamColor: 1, Penalised: true})
	step(t, r, 300*time.Millisecond)
	l = r.Lights()
	require.Equal(t, red, l.Chest, "penalised comes before the phase")
}

func TestTheLEDsShowAWeakBatteryHeatAndAFall(t *testing.T) {
	cfg := small("follow_and_dance")
	cfg.Adjust = func(c *sim.Config) {
		c.Profile = sim.Real
		traits := sim.DrawTraits(sim.Real, 1)
		traits.Charge = 0.1
		for j := range traits.Warm {
			traits.Warm[j] = 60
		}
		c.Traits = &traits
	}
	r, err := New(cfg)
	require.NoError(t, err)
	t.Cleanup(r.Close)
	seen := func(lit func(l nao.Lights) bool) bool { // blinking ones are dark half of the time
		for range 10 {
			if lit(r.Lights()) {
				return true
			}
			step(t, r, 150*time.Millisecond)
		}
		return false
	}
	step(t, r, time.Second)
	require.True(t, seen(func(l nao.Lights) bool { return l.Skull[0] > 0 }), "battery")
	require.True(t, seen(func(l nao.Lights) bool { return l.LeftEar[0] > 0 }), "hot")
	require.NotEqual(t, red, r.signaller.shining.LeftEye[0])

	require.NoError(t, r.Simulation().PlaceRobot(lying(), postureOf()))
	step(t, r, 2*time.Second)
	l := r.Lights()
	require.Equal(t, red, l.LeftEye[0], "it lies: this comes before the ball")
	require.Equal(t, red, l.RightEye[0])
}

func TestTheLEDsShowAFaultOverAPenalty(t *testing.T) {
	cfg := small("follow_and_dance")
	cfg.Adjust = func(c *sim.Config) {
		c.Profile = sim.Real
		traits := sim.DrawTraits(sim.Real, 1)
		traits.Warm[nao.RShoulderPitch] = 80 // too hot: the body cuts its stiffness, an error in the diagnostics
		c.Traits = &traits
	}
	r, err := New(cfg)
	require.NoError(t, err)
	t.Cleanup(r.Close)
	r.SetGame(Game{Phase: 3, TeamColor: 1, Penalised: true})
	step(t, r, time.Second)
	magenta, dark := false, false
	for range 10 { // it blinks twice a second
		step(t, r, 130*time.Millisecond)
		chest := r.Lights().Chest
		magenta = magenta || chest == nao.Color{R: 1, B: 1}
		dark = dark || chest == nao.Color{}
		require.NotEqual(t, red, chest, "the fault comes before the penalty")
	}
	require.True(t, magenta && dark, "magenta %t, dark %t", magenta, dark)
}

// lying returns the torso's pose of a robot on its front.
func lying() nao.Pose {
	x := nao.RollPitchYaw(0, 1.5, 0)
	x.P.Z = 0.12
	return x
}

func postureOf() *nao.Joints {
	q := nao.StandPosture()
	return &q
}
