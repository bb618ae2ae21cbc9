package robot

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/motion"
	"gonao/nao"
	"gonao/nao/body/safety"
	"gonao/sim"
	"gonao/sim/world"
)

// driven is a body in an empty world with a driver's rules and motion, which walks whenever it can.
type driven struct {
	t      *testing.T
	body   *sim.Simulation
	guard  *safety.Guard
	motion *motion.Motion
	walk   motion.Velocity
	state  nao.State
	wanted nao.Command
	sent   nao.Command
	truth  sim.Truth
	lean   float64 // the largest of the torso, rad
}

func newDriven(t *testing.T, profile sim.Profile, walk motion.Velocity) *driven {
	t.Helper()
	w, err := world.Load("empty")
	require.NoError(t, err)
	cfg := sim.DefaultConfig(w)
	cfg.Profile = profile
	d := &driven{t: t, guard: safety.New(safety.DefaultConfig()), walk: walk}
	d.body, err = sim.New(cfg)
	require.NoError(t, err)
	t.Cleanup(func() { d.body.Close() })
	library, err := motion.Builtin()
	require.NoError(t, err)
	d.motion, err = motion.New(motion.DefaultConfig(), library)
	require.NoError(t, err)
	return d
}

// drive runs cycles with the driver and motion.
func (d *driven) drive(cycles int) {
	d.t.Helper()
	for range cycles {
		d.body.State(&d.state)
		d.state.Guard = d.guard.Doing()
		if d.motion.CanWalk() {
			require.NoError(d.t, d.motion.SetVelocity(d.walk))
		}
		d.motion.Step(&d.state, &d.wanted)
		d.guard.Step(d.state.Time, &d.state, &d.wanted, &d.sent)
		d.leave(1)
	}
}

// leave runs cycles of the body alone, with the command that it had last.
func (d *driven) leave(cycles int) {
	d.t.Helper()
	for range cycles {
		require.NoError(d.t, d.body.Step(&d.sent))
		d.body.Truth(&d.truth)
		d.lean = max(d.lean, math.Acos(min(1, max(-1, d.truth.Torso.R[8]))))
	}
}

// Motion is started again while the body, left in the middle of a fast step, still swings: each of these fell when the command at the measured
// posture took the torque of the standing leg away.
func TestMotionThatIsStartedAgainInTheMiddleOfAStepThrowsNobody(t *testing.T) {
	for _, walked := range []int{320, 340} {
		d := newDriven(t, sim.Real, motion.Velocity{X: 0.3})
		d.drive(walked)
		d.lean = 0
		for range 30 { // killed
			d.body.State(&d.state)
			d.guard.Step(d.state.Time, &d.state, nil, &d.sent)
			d.leave(1)
		}
		library, err := motion.Builtin()
		require.NoError(t, err)
		d.motion, err = motion.New(motion.DefaultConfig(), library)
		require.NoError(t, err)
		d.walk = motion.Velocity{}
		d.drive(250)
		require.Less(t, d.lean, 0.6, "rad, after %d cycles", walked)
		require.Equal(t, motion.Standing, d.motion.State())
	}
}

// In the middle of any step a driver is stopped for three seconds, or ends and is started again: the robot does not fall, and walks
// again. A step lasts 40 cycles at most.
func TestADriverThatStopsOrEndsInTheMiddleOfAStepThrowsNobody(t *testing.T) {
	if testing.Short() {
		t.Skip("144 walks of 15 s: make nightly")
	}
	faults := map[string]func(d *driven){
		"stopped": func(d *driven) { d.leave(250) },
		"ends": func(d *driven) {
			for d.guard.End(); !d.guard.Ended(); {
				d.drive(1)
			}
			d.leave(60)
			d.guard = safety.New(safety.DefaultConfig())
		},
	}
	for fault, do := range faults {
		for _, profile := range []sim.Profile{sim.Ideal, sim.Real} {
			for _, walk := range []motion.Velocity{{X: 0.15}, {X: 0.1, Yaw: 0.5}, {Yaw: 0.6}} {
				t.Run(fmt.Sprintf("%s %s %v", fault, profile, walk), func(t *testing.T) {
					most := 0.0
					for phase := range 12 {
						d := newDriven(t, profile, walk)
						d.drive(300 + 7*phase)
						require.Equal(t, motion.Walking, d.motion.State())
						d.lean = 0
						do(d)
						d.drive(500)
						require.Less(t, d.lean, 0.6, "rad, phase %d", phase)
						require.Equal(t, motion.Walking, d.motion.State(), "phase %d", phase)
						most = max(most, d.lean)
					}
					t.Logf("the torso leans %.2f rad at most", most)
				})
			}
		}
	}
}
