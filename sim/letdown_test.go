package sim

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/nao/body/safety"
)

// letDown is a standing robot with the driver's rules in front of its motors.
type letDown struct {
	t     *testing.T
	sim   *Simulation
	guard *safety.Guard
	state nao.State
	truth Truth

	peak    float64 // largest deviation of the torso's specific force from rest, m/s²
	lowest  float64 // of the head, m
	fastest float64 // largest fall of the head within one cycle, m/s
}

func newLetDown(t *testing.T, profile Profile) *letDown {
	l := &letDown{t: t, guard: safety.New(safety.DefaultConfig()), lowest: math.Inf(1)}
	l.sim = simulate(t, "empty", func(c *Config) { c.Profile = profile })
	l.run(3, stand())
	require.Equal(t, safety.Following, l.guard.Mode())
	require.InDelta(t, 0.51, l.head(), 0.02)
	l.peak, l.fastest = 0, 0
	return l
}

func (l *letDown) head() float64 { return l.truth.Cameras[nao.TopCamera].P.Z }

// run steps with a command, or with none, for some seconds.
func (l *letDown) run(sec float64, command *nao.Command) {
	var sent nao.Command
	for range seconds(sec) {
		l.sim.State(&l.state)
		l.guard.Step(l.sim.Time(), &l.state, command, &sent)
		require.NoError(l.t, l.sim.Step(&sent))
		was := l.head()
		l.sim.Truth(&l.truth)
		a := l.state.Accelerometer
		l.peak = max(l.peak, math.Abs(math.Hypot(math.Hypot(a[0], a[1]), a[2])-9.81))
		l.lowest = min(l.lowest, l.head())
		l.fastest = max(l.fastest, (was-l.head())/nao.CyclePeriod.Seconds())
	}
}

func TestARobotWithoutCommanderIsLetDownGently(t *testing.T) {
	for _, profile := range []Profile{Ideal, Real} {
		t.Run(string(profile), func(t *testing.T) {
			l := newLetDown(t, profile)
			l.run(0.2, nil)
			require.Equal(t, safety.Holding, l.guard.Mode())
			l.run(1.7, nil)
			require.InDelta(t, 0.51, l.head(), 0.02, "it holds for two seconds")

			l.run(2.2, nil)
			require.Equal(t, safety.Relaxing, l.guard.Mode())
			require.InDelta(t, 0.42, l.head(), 0.03, "it has crouched")
			t.Logf("%s, stand to crouch: peak %.1f m/s², the head sinks at %.2f m/s at most", profile, l.peak, l.fastest)
			require.Less(t, l.peak, 5.0)
			require.Less(t, l.fastest, 0.3)

			l.run(3, nil)
			require.Equal(t, safety.Limp, l.guard.Mode())
			require.InDelta(t, 0, l.state.Stiffness[nao.LKneePitch], 1e-9)
			t.Logf("%s, limp: peak %.1f m/s², lowest head %.2f m, pitch %.2f rad", profile, l.peak, l.lowest, l.state.Angles[1])
			require.Greater(t, l.lowest, 0.30, "it rests on its legs and does not tumble")
			require.Less(t, l.peak, 8.0)
			require.Less(t, math.Abs(l.state.Angles[0]), 0.2)
			require.Less(t, math.Abs(l.state.Angles[1]), 0.6)
		})
	}
}

func TestAnEndingDriverLetsTheRobotDownWithinFourSeconds(t *testing.T) {
	l := newLetDown(t, Ideal)
	l.guard.End()
	begin := l.sim.Time()
	for !l.guard.Ended() {
		l.run(0.012, stand()) // somebody still commands
		require.Less(t, l.sim.Time()-begin, 4*time.Second)
	}
	l.run(1, nil)
	t.Logf("peak %.1f m/s², lowest head %.2f m", l.peak, l.lowest)
	require.Greater(t, l.lowest, 0.30)
	require.Less(t, l.peak, 8.0)
}

func TestALyingRobotGoesLimpAtOnce(t *testing.T) {
	l := newLetDown(t, Ideal)
	lean := stand()
	lean.Position[nao.LAnklePitch], lean.Position[nao.RAnklePitch] = 0.5, 0.5 // topples backwards
	l.run(3, lean)
	require.Greater(t, math.Abs(l.state.Angles[1]), 0.6, "it lies")
	l.run(0.7+2.0, nil)
	require.Equal(t, safety.Limp, l.guard.Mode())
}
