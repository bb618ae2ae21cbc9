// Package bodytest tests that every body keeps the same contract, as far as its capabilities allow. The contract covers
// units, signs, frames, stamps, limits, and how a robot without a commander is let down.
package bodytest

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/nao/body"
)

// Body is a body that stands upright and is connected to the driver under test.
type Body struct {
	Driver       body.Driver
	Capabilities nao.Capabilities // capabilities, from the table of bodies
	Posture      nao.Joints       // posture in which it stands
	Weight       [2]float64       // smallest and largest sum of the forces on the soles, N

	// These functions return the state of the body itself, independent of the driver.
	Position  func(j nao.Joint) float64 // rad; left and down are positive, as everywhere
	Stiffness func(j nao.Joint) float64
	Chest     func() nao.Color // color of the LED; nil without CanLights

	// These functions change the body; they are nil if the change is impossible.
	Heat   func(j nao.Joint, celsius float64) // nil without SensesTemperature
	Charge func(charge float64)               // nil without SensesBattery
	Stall  func(yes bool)                     // stops all bytes, but keeps the connection open

	// SilentFor sets the wall time without a state after which the driver treats the connection as lost. The initial
	// value is patience.
	SilentFor func(d time.Duration)

	// Targets returns the targets of the head's yaw that reached the body, with the number of states that the body had
	// sent before each target. It is nil if the targets cannot be observed.
	Targets func() []Target
	Whole   bool // frames are never lost: each state has its command
}

// Target is a command that reached the body.
type Target struct {
	States uint64
	Yaw    float64 // rad
}

// patience is the time after which an event counts as missing.
const patience = time.Minute

// Suite runs all tests, each on a new body from start.
func Suite(t *testing.T, start func(t *testing.T) Body) {
	t.Helper()
	for _, test := range []struct {
		name string
		run  func(t *testing.T, r *rig)
	}{
		{"states are in SI units and ROS's frames", units},
		{"stamps are the body's time", stamps},
		{"capabilities match the sensors", lacks},
		{"joints go where they are commanded", follows},
		{"joints keep their limits", limits},
		{"a command with NaN or Inf is dropped", noNumber},
		{"lights shine, or the capability is missing", lights},
		{"a command answers each state, in order", answersEach},
		{"of two commanders the first is obeyed", twoCommanders},
		{"one that was silent is refused until it starts where the body is", takenUpAgain},
		{"a hot leg lets it down until it is cool", hot},
		{"an empty battery lets it down until it is charged", empty},
		{"a line that stalls is noticed and left behind", stalls},
		{"without a commander it is let down", lost},
		{"an end lets it down", ends},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, begin(t, start(t))) })
	}
}

// rig is a body with a running driver.
type rig struct {
	Body
	t         *testing.T
	commander *commander
	stop      context.CancelFunc
	ended     chan error
}

func begin(t *testing.T, b Body) *rig {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	r := &rig{Body: b, t: t, commander: &commander{came: make(chan struct{}, 1)}, stop: stop, ended: make(chan error, 1)}
	go func() {
		r.ended <- b.Driver.Run(ctx, r.commander)
		close(r.ended)
	}()
	t.Cleanup(func() { stop(); require.NoError(t, <-r.ended) })
	return r
}

// stand returns the command that holds the body in its posture.
func (r *rig) stand() *nao.Command {
	c := &nao.Command{Position: r.Posture}
	for j := range c.Stiffness {
		c.Stiffness[j] = 1
	}
	return c
}

// until blocks until fits accepts a new state.
func (r *rig) until(what string, fits func(s *nao.State) bool) {
	r.t.Helper()
	late := time.After(patience)
	for {
		if s, any := r.commander.last(); any && fits(&s) {
			return
		}
		select {
		case <-r.commander.came:
		case err := <-r.ended:
			require.FailNow(r.t, "the driver has ended", "%v; %s", err, what)
		case <-late:
			s, _ := r.commander.last()
			require.FailNow(r.t, "never: "+what, "%+v\n%+v", s, r.Driver.Stats())
		}
	}
}

// standing blocks until the body is stiff.
func (r *rig) standing() {
	r.t.Helper()
	r.takeOver(r.stand())
	r.until("it gets stiff", func(s *nao.State) bool { return s.Stiffness[nao.LKneePitch] > 0.9 && r.Stiffness(nao.LKneePitch) > 0.9 })
	r.rest(50)
}

// takeOver commands the present posture until the robot follows the commands, then the target.
func (r *rig) takeOver(target *nao.Command) {
	r.commander.reply(func(s *nao.State, cmd *nao.Command) bool {
		if *cmd = *target; s.Guard != nao.GuardFollowing {
			cmd.Position = s.Position
		}
		return true
	})
}

// rest blocks for a number of the body's cycles.
func (r *rig) rest(cycles uint64) {
	r.t.Helper()
	now, _ := r.commander.last()
	r.until("its time advances", func(s *nao.State) bool { return s.Cycle >= now.Cycle+cycles })
}

func units(t *testing.T, r *rig) {
	r.standing()
	s, _ := r.commander.last()
	for j := range nao.NumJoints {
		low, high := nao.Joint(j).Range()
		require.True(t, s.Position[j] > low-0.05 && s.Position[j] < high+0.05, "%v at %g rad", nao.Joint(j), s.Position[j])
		require.InDelta(t, r.Posture[j], s.Position[j], 0.15, "%v", nao.Joint(j))
		require.True(t, s.Stiffness[j] >= -1 && s.Stiffness[j] <= 1)
	}
	if r.Capabilities.Has(nao.SensesIMU) {
		require.InDelta(t, 9.81, s.Accelerometer[2], 1.5, "specific force, up (REP 145)")
		for i := range 2 {
			require.InDelta(t, 0, s.Angles[i], 0.3, "upright")
		}
	}
	if r.Capabilities.Has(nao.SensesFSR) {
		sum := 0.0
		for _, f := range s.FSR {
			sum += f
		}
		require.True(t, sum >= r.Weight[0] && sum <= r.Weight[1], "%g N under the soles", sum)
	}
	if r.Capabilities.Has(nao.SensesTemperature) {
		require.True(t, s.Temperature[nao.LKneePitch] > 15 && s.Temperature[nao.LKneePitch] < 80, "%g °C", s.Temperature[nao.LKneePitch])
	}
	if r.Capabilities.Has(nao.SensesBattery) {
		require.True(t, s.Battery.Charge > 0 && s.Battery.Charge <= 1)
		require.False(t, s.Battery.Charging)
	}
	for _, d := range s.Sonar {
		require.True(t, math.IsNaN(d) || d >= 0 && d <= nao.SonarNothing, "%g m", d)
	}
}

func stamps(t *testing.T, r *rig) {
	r.standing()
	states := r.commander.gather(60, r)
	for i := 1; i < len(states); i++ {
		before, s := states[i-1], states[i]
		require.Greater(t, s.Cycle, before.Cycle)
		require.Greater(t, s.Time, before.Time)
		if !r.Capabilities.Has(nao.EveryCycle) {
			continue
		}
		require.Equal(t, nao.CyclePeriod*time.Duration(s.Cycle-before.Cycle), (s.Time - before.Time).Round(nao.CyclePeriod), "a state for each cycle")
	}
	first, last := states[0], states[len(states)-1]
	require.InDelta(t, float64(last.Cycle-first.Cycle)*nao.CyclePeriod.Seconds(), (last.Time - first.Time).Seconds(), 0.3, "a cycle is 12 ms")
}

func lacks(t *testing.T, r *rig) {
	r.standing()
	s, _ := r.commander.last()
	require.Equal(t, r.Capabilities, s.Capabilities, "as in the table of bodies")
	zero := func(has nao.Capabilities, what string, values ...float64) {
		for _, v := range values {
			require.True(t, r.Capabilities.Has(has) || v == 0 || math.IsNaN(v), "%s: %g, although the body does not measure it", what, v)
		}
	}
	zero(nao.SensesFSR, "force", s.FSR[:]...)
	zero(nao.SensesCurrent, "current", s.Current[:]...)
	zero(nao.SensesTemperature, "temperature", s.Temperature[:]...)
	zero(nao.SensesSonar, "sonar", s.Sonar[:]...)
	zero(nao.SensesIMU, "accelerometer", s.Accelerometer[:]...)
	zero(nao.SensesBattery, "charge", s.Battery.Charge)
}

func follows(t *testing.T, r *rig) {
	r.standing()
	c := r.stand()
	c.Position[nao.HeadYaw], c.Position[nao.HeadPitch], c.Position[nao.LShoulderRoll] = 0.5, 0.2, r.Posture[nao.LShoulderRoll]+0.4
	r.commander.set(c)
	for _, j := range []nao.Joint{nao.HeadYaw, nao.HeadPitch, nao.LShoulderRoll} {
		r.until(j.String()+" arrives", func(s *nao.State) bool {
			return math.Abs(s.Position[j]-c.Position[j]) < 0.06 && math.Abs(r.Position(j)-c.Position[j]) < 0.06
		})
	}
}

func limits(t *testing.T, r *rig) {
	r.standing()
	c := r.stand()
	c.Position[nao.HeadYaw], c.Position[nao.LElbowRoll] = 100, 100
	c.Stiffness[nao.HeadYaw] = 7
	r.commander.set(c)
	_, left := nao.HeadYaw.Range()
	_, straight := nao.LElbowRoll.Range()
	r.until("the head is at its limit", func(s *nao.State) bool {
		require.LessOrEqual(t, s.Position[nao.HeadYaw], left+0.03)
		require.LessOrEqual(t, s.Position[nao.LElbowRoll], straight+0.03)
		require.LessOrEqual(t, r.Stiffness(nao.HeadYaw), 1.0)
		return s.Position[nao.HeadYaw] > left-0.08
	})
	r.rest(20)
	require.InDelta(t, left, r.Position(nao.HeadYaw), 0.08)
}

func noNumber(t *testing.T, r *rig) {
	r.standing()
	c := r.stand()
	c.Position[nao.HeadYaw], c.Position[nao.HeadPitch] = 0.5, math.NaN()
	r.commander.set(c)
	r.until("it is refused", func(*nao.State) bool { return r.Driver.Stats().Rejected > 3 })
	require.InDelta(t, r.Posture[nao.HeadYaw], r.Position(nao.HeadYaw), 0.05, "the whole command")
	c.Position[nao.HeadPitch] = math.Inf(1)
	before := r.Driver.Stats().Rejected
	r.commander.set(c)
	r.until("that too", func(*nao.State) bool { return r.Driver.Stats().Rejected > before+3 })
	require.InDelta(t, r.Posture[nao.HeadYaw], r.Position(nao.HeadYaw), 0.05)
}

// takenUpAgain checks that the robot does not move when a commander that was silent continues with another posture.
func takenUpAgain(t *testing.T, r *rig) {
	r.standing()
	r.commander.set(nil)
	r.until("it holds the posture", func(*nao.State) bool { return r.commander.saw(nao.GuardHolding) })
	r.rest(30)
	elsewhere := r.stand()
	elsewhere.Position[nao.HeadYaw] = 0.5
	r.commander.set(elsewhere)
	r.until("it is refused", func(*nao.State) bool { return r.commander.saw(nao.GuardRefusing) })
	r.rest(20)
	require.InDelta(t, r.Posture[nao.HeadYaw], r.Position(nao.HeadYaw), 0.05)
	r.takeOver(elsewhere)
	r.until("it is followed from where the body is", func(s *nao.State) bool { return s.Position[nao.HeadYaw] > 0.4 })
}

func lost(t *testing.T, r *rig) {
	r.standing()
	r.commander.set(nil)
	r.until("it is let down", func(s *nao.State) bool {
		return (!r.Capabilities.Has(nao.CanLimp) || s.Stiffness[nao.LKneePitch] <= 0) && r.isLetDown()
	})
	// After that the commander can take over.
	r.standing()
}

func ends(t *testing.T, r *rig) {
	r.standing()
	r.stop()
	select {
	case err := <-r.ended:
		require.NoError(t, err)
	case <-time.After(patience):
		require.FailNow(t, "it does not end")
	}
	require.Eventually(t, r.isLetDown, patience, time.Millisecond) // the last command may still be under way
}

// isLetDown reports whether the body is limp, or is in the crouch if it cannot be limp.
func (r *rig) isLetDown() bool {
	if r.Capabilities.Has(nao.CanLimp) {
		return r.limp()
	}
	return math.Abs(r.Position(nao.LKneePitch)-nao.CrouchPosture()[nao.LKneePitch]) < 0.1
}

// limp reports whether no motor of the body is on.
func (r *rig) limp() bool {
	for j := range nao.Joint(nao.NumJoints) {
		if r.Stiffness(j) > 0 {
			return false
		}
	}
	return true
}
